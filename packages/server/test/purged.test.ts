/** What somebody reads along when a part of it is purged. */
import { expect, test } from 'vitest';
import { readStream } from './read-stream.ts';
import { newThread, startServer, until, untilStatus, unwrap } from './start-server.ts';

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
