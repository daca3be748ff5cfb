/** Projects of strangers, file by file, that draw a thread with the installed packages. */
const EVENTS = `[
  { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Who uses the parser?' }] },
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Only the linter.' },
  { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
].map((draft, i) => ({ ...draft, v: 1, thread: 't1', seq: i + 1, at: 0 }))`;

/** What the server of the Next project must have written into its page. */
export const NEXT_WORDS = ['<p>Only the linter.', '<p>Only the ledger.', '<strong>bold</strong>'];

export const strangerProjects: Readonly<Record<'vite' | 'next', Readonly<Record<string, string>>>> = {
  vite: {
    'index.html': '<!doctype html><div id="root"></div><script type="module" src="/main.jsx"></script>',
    'main.jsx': `import '@toolthread/react/styles.css';
import { ThreadView } from '@toolthread/react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(<div style={{ height: 400 }}><ThreadView events={${EVENTS}} /></div>);
`,
  },
  next: {
    'app/layout.jsx': `import '@toolthread/react/styles.css';
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    // Components of the server: parts are handed plain values.
    'app/page.jsx': `import { ItemList, Markdown, ThreadView } from '@toolthread/react';
const events = ${EVENTS};
const others = JSON.parse(JSON.stringify(events).replace('linter', 'ledger'));
export default function Page() {
  return <><Markdown text="Some **bold** words" /><ItemList events={others} /><div style={{ height: 400 }}><ThreadView events={events} /></div></>;
}
`,
  },
};
