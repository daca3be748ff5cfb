/** Projects of strangers, file by file, that draw a thread with the installed packages. */
const EVENTS = `[
  { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Who uses the parser?' }] },
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Only the linter.' },
  { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
].map((draft, i) => ({ ...draft, v: 1, thread: 't1', seq: i + 1, at: 0 }))`;

const THREAD = `'use client';
import { threadOf, timeline } from '@toolthread/core';
import { ThreadView } from '@toolthread/react';

export function Thread({ events }) {
  return <div style={{ height: 400 }}><ThreadView thread="t1" items={timeline(threadOf(events)).items} /></div>;
}
`;

/** What the server of the Next project must have written into its page. */
export const NEXT_WORDS = ['<p>Only the linter.', '<strong>bold</strong>'];

export const strangerProjects: Readonly<Record<'vite' | 'next', Readonly<Record<string, string>>>> = {
  vite: {
    'index.html': '<!doctype html><div id="root"></div><script type="module" src="/main.jsx"></script>',
    'thread.jsx': THREAD,
    'main.jsx': `import '@toolthread/react/styles.css';
import { createRoot } from 'react-dom/client';
import { Thread } from './thread';
createRoot(document.getElementById('root')).render(<Thread events={${EVENTS}} />);
`,
  },
  next: {
    'app/thread.jsx': THREAD,
    'app/layout.jsx': `import '@toolthread/react/styles.css';
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    // A part in a component of the server, and one in a client component of the project.
    'app/page.jsx': `import { Markdown } from '@toolthread/react';
import { Thread } from './thread';
export default function Page() {
  return <><Markdown text="Some **bold** words" /><Thread events={${EVENTS}} /></>;
}
`,
  },
};
