import { expect, test } from 'vitest';
import { field, startServer, unwrap } from './start-server.ts';

test('a page of the list has 500 threads at most: who asks for more is told so', async () => {
  const { call } = await startServer();
  expect((await call('GET', '/api/threads?limit=500')).status).toBe(200);
  for (const limit of ['501', '0', '1.5', 'x']) {
    const { status, json } = await call('GET', `/api/threads?limit=${limit}`);
    expect([limit, status, field(json, 'error', 'message')]).toEqual([limit, 400, 'limit is a number from 1 to 500.']);
  }
});

test('a thread without a title is called by what a person said first, by whichever road it came', async () => {
  const { call, ledger } = await startServer();
  const words = 'Upgrade the parser\nplease';
  const roads: { readonly [road: string]: (thread: string) => Promise<unknown> } = {
    http: (thread) => call('POST', `/api/threads/${thread}/messages`, { body: { text: words } }),
    chat: (id) =>
      call('POST', '/api/chat', {
        body: {
          id,
          trigger: 'submit-message',
          messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: words }] }],
        },
      }),
    agUi: (threadId) =>
      call('POST', '/api/ag-ui', {
        body: {
          threadId,
          runId: 'r',
          state: {},
          messages: [{ id: 'u1', role: 'user', content: words }],
          tools: [],
          context: [],
          forwardedProps: {},
        },
      }),
    ledger: async (thread) =>
      unwrap(
        await ledger.append(thread, [
          { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: words }], delivery: 'now' },
        ]),
      ),
  };
  for (const [road, say] of Object.entries(roads)) {
    const thread = field((await call('POST', '/api/threads')).json, 'id');
    await say(String(thread));
    const listed = (await call('GET', '/api/threads')).json;
    expect([road, field(listed, 'threads', '0', 'title')]).toEqual([road, 'Upgrade the parser']);
  }
});
