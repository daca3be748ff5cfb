/** Projects of strangers, file by file, that draw a thread with the installed packages. */
const EVENTS = `[
  { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Who uses the parser?' }] },
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Only the linter.' },
  { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
].map((draft, i) => ({ ...draft, v: 1, thread: 't1', seq: i + 1, at: 0 }))`;

/** What the server of the Next project must have written into its page. */
export const NEXT_WORDS = ['<p>Only the linter.', '<p>Only the ledger.', '<strong>bold</strong>'];

/** Prints the description of the routes of an installed server. */
export const DESCRIBE = `import { scriptedModel } from '@toolthread/providers/scripted';
import { serveAgent } from '@toolthread/server';
const token = 'a-long-secret-0123456789';
const served = await serveAgent({ agent: { model: scriptedModel([]) }, file: 'described.db', token, listen: 'mounted' });
const headers = { authorization: 'Bearer ' + token };
const described = await served.server.fetch(new Request('http://localhost/api/openapi.json', { headers }));
console.log(await described.text());
await served.close();
`;

/** Somebody who has nothing of ours but the description of the routes. */
export const CLIENT = `import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4780', headers: { authorization: 'Bearer x' } });
const made = await client.POST('/api/threads', { body: { title: 'Parser' } });
const id: string = made.data?.id ?? '';
const code: 'read_only' | string | undefined = made.error?.error.code;
const said = await client.POST('/api/threads/{id}/messages', { params: { path: { id } }, body: { text: 'Hello' } });
const listed = await client.GET('/api/threads', { params: { query: { limit: 5 } } });
const titles: (string | null)[] = listed.data?.threads.map(({ title }) => title) ?? [];
// @ts-expect-error a title is a text
await client.POST('/api/threads', { body: { title: 7 } });
// @ts-expect-error there is no such route
await client.GET('/api/nothing');
console.log(id, code, said.data?.event.seq, titles);
`;

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
