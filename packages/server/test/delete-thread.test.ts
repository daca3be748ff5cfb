/** `DELETE /api/threads/:id` */
import { expect, test } from 'vitest';
import { readStream } from './read-stream.ts';
import { field, newThread, type Started, startServer, until, untilStatus } from './start-server.ts';

const say = (started: Started, thread: string, text: string): Promise<unknown> =>
  started.call('POST', `/api/threads/${thread}/messages`, { body: { text } });

test('the thread is gone by every route, the others are there, and so it is after a restart', async () => {
  const started = await startServer();
  const [thread, other] = [await newThread(started), await newThread(started)];
  await say(started, thread, 'hello');
  await untilStatus(started, thread, 'completed');
  expect((await started.call('DELETE', `/api/threads/${thread}`)).json).toEqual({ deleted: thread });
  const again = await started.restart();
  for (const rest of ['', '/events?limit=1', '/events', '/messages', '/contract', '/contract/events']) {
    expect([rest, (await again.call('GET', `/api/threads/${thread}${rest}`)).status]).toEqual([rest, 404]);
  }
  expect((await again.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello?' } })).status).toBe(404);
  expect((await again.call('DELETE', `/api/threads/${thread}`)).status).toBe(404);
  expect(field((await again.call('GET', '/api/threads')).json, 'threads')).toMatchObject([{ id: other }]);
  expect(again.errors).toEqual([]);
});

test.each([
  ['at work', 'hang', 'running'],
  ['waiting for a person', 'ask', 'awaiting_user'],
])('while somebody is %s it is refused; after a stop it goes at once', async (_, text, status) => {
  const started = await startServer();
  const thread = await newThread(started);
  await say(started, thread, text);
  await untilStatus(started, thread, status);
  const refused = await started.call('DELETE', `/api/threads/${thread}`);
  expect([refused.status, field(refused.json, 'error', 'code')]).toEqual([409, 'busy']);
  await started.call('POST', `/api/threads/${thread}/stop`);
  expect((await started.call('DELETE', `/api/threads/${thread}`)).status).toBe(200);
  expect(started.errors).toEqual([]);
});

test('where the agent is elsewhere nothing has to end first, and the agent is told', async () => {
  const started = await startServer();
  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const thread = String(field(made.json, 'id'));
  const drafts = [{ type: 'agent.status', status: 'running', run: 'r1' }];
  await started.call('POST', `/api/threads/${thread}/events`, { body: { drafts } });
  expect((await started.call('DELETE', `/api/threads/${thread}`)).status).toBe(200);
  expect((await started.call('POST', `/api/threads/${thread}/events`, { body: { drafts } })).status).toBe(404);
});

test.each(['/events', '/contract/events'])('who reads %s along is told in words, and the stream ends', async (rest) => {
  const started = await startServer();
  const thread = await newThread(started);
  const reader = await readStream(started.port, thread, { rest });
  await until(() => (reader.text() === '' ? undefined : true), 'the beginning');
  await started.call('DELETE', `/api/threads/${thread}`);
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
  expect(reader.text()).toMatch(/: The thread was deleted\.\n\n$/);
  expect([reader.response.complete, started.errors]).toEqual([true, []]);
});

test('of a message and a deletion that come at once one is first, and nothing is left of either', async () => {
  const started = await startServer();
  for (let i = 0; i < 20; i += 1) {
    const thread = await newThread(started);
    const [, deleted] = await Promise.all([
      say(started, thread, 'hello'),
      started.call('DELETE', `/api/threads/${thread}`),
    ]);
    if (deleted.status !== 200) {
      await untilStatus(started, thread, 'completed');
      await until(
        async () => ((await started.call('DELETE', `/api/threads/${thread}`)).status === 200 ? true : undefined),
        'its deletion',
      );
    }
  }
  expect(field((await started.call('GET', '/api/threads')).json, 'threads')).toEqual([]);
  expect(started.errors).toEqual([]);
});
