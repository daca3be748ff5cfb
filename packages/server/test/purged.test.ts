/** What somebody reads along when a part of it is purged. */
import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { expect, test } from 'vitest';
import { newClient, quietly, versions } from './ag-ui-client.ts';
import { readStream } from './read-stream.ts';
import { openRoom, type Room } from './room.ts';
import { newThread, startServer, TOKEN, until, untilStatus, unwrap } from './start-server.ts';

const purgesIn = (text: string): readonly string[] => [...text.matchAll(/^: purges (\d+)$/gm)].map(([, n]) => n ?? '');

test('[issue 14] who reads along is told that something was purged, and reads it no more from then on', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello, the password' } });
  await untilStatus(started, thread, 'completed');
  const reader = await readStream(started.port, thread);
  const message = await until(() => reader.events.find(({ type }) => type === 'message.posted'), 'the message');
  expect(purgesIn(reader.text())).toHaveLength(1);
  unwrap(await started.ledger.purge(thread, message.seq, { purged: 'a password', by: 'operator' }));
  const [before, after] = await until(() => {
    const told = purgesIn(reader.text());
    return told.length > 1 ? told : undefined;
  }, 'the purge');
  expect(after).not.toBe(before);
  const again = await readStream(started.port, thread);
  await again.seqs(message.seq);
  expect(purgesIn(again.text())).toEqual([after]);
  expect(again.events[message.seq - 1]).toMatchObject({ type: 'event.purged', seq: message.seq, purged: 'a password' });
  expect([reader.isClosed(), started.errors]).toEqual([false, []]);
});

const WORDS = ['Something was removed from this thread. Load it again.', 'The thread was deleted.'];

/** While its agent works: a purge of the first message, and then the thread is deleted. */
async function purgedAndDeleted({ ledger, thread, untilStatus: status }: Room, heard: () => number): Promise<void> {
  await status('running');
  unwrap(await ledger.purge(thread, 2, { purged: 'a password', by: 'operator' }));
  await until(() => (heard() > 0 ? true : undefined), 'the purge');
  unwrap(await ledger.deleteThread(thread));
}

test('[issue 14] a stock useChat hears of a purge, and that its thread was deleted', async () => {
  const room = await openRoom();
  const heard: unknown[] = [];
  const chat = new Chat<UIMessage>({
    id: room.thread,
    transport: new DefaultChatTransport<UIMessage>({
      api: `http://127.0.0.1:${room.port}/api/chat`,
      headers: { authorization: `Bearer ${TOKEN}` },
    }),
    onData: ({ type, data }) => void (type === 'data-purged' && heard.push(data)),
  });
  const sent = chat.sendMessage({ text: 'hang' });
  await purgedAndDeleted(room, () => heard.length);
  await sent;
  expect(heard).toEqual([{ message: WORDS[0] }]);
  expect([chat.status, chat.error?.message]).toEqual(['error', WORDS[1]]);
});

test.each(versions)('[issue 14] so does a stock client of AG-UI (%s)', async (version) => {
  const room = await openRoom();
  const [heard, ended]: [unknown[], unknown[]] = [[], []];
  const headers = { authorization: `Bearer ${TOKEN}` };
  const client = newClient(version, {
    url: `http://127.0.0.1:${room.port}/api/ag-ui`,
    threadId: room.thread,
    headers,
  });
  client.addMessage({ id: 'said', role: 'user', content: 'hang' });
  const ran = quietly(() =>
    client.runAgent(
      {},
      {
        onCustomEvent: ({ event }: { event: { name: string; value: unknown } }) =>
          void (event.name === 'toolthread.purged' && heard.push(event.value)),
        onRunErrorEvent: ({ event }: { event: { message: string; code?: string } }) =>
          void ended.push([event.code, event.message]),
      },
    ),
  );
  await purgedAndDeleted(room, () => heard.length);
  await ran;
  expect([heard, ended]).toEqual([[{ message: WORDS[0] }], [['no_such_thread', WORDS[1]]]]);
});

test('[issue 14] who reads the events of the contract hears of a purge, and that the thread was deleted, and reads nothing of it again', async () => {
  const room = await openRoom();
  await room.say('hang');
  const reader = await readStream(room.port, room.thread, { rest: '/contract/events' });
  const told = (): readonly unknown[] =>
    [...reader.text().matchAll(/^data: (.*)$/gm)]
      .map(([, json]): unknown => JSON.parse(json ?? 'null'))
      .filter((event) => WORDS.some((words) => JSON.stringify(event).includes(words)));
  await purgedAndDeleted(room, () => told().length);
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
  const sent = { session_id: room.thread, execution_id: null, timestamp: expect.any(String) };
  const deleted = { status: 'failed', error_message: WORDS[1], error_code: 'no_such_thread' };
  expect(told()).toEqual([
    { ...sent, type: 'agent.reset', payload: { reason: 'purged', message: WORDS[0] } },
    { ...sent, type: 'agent.status', payload: deleted },
  ]);
});
