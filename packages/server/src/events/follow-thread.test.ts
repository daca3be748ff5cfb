import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { followThread } from './follow-thread.ts';
import { createHub } from './hub.ts';

/** Follows a thread for a reader who asks, and leaves where the test says so; what was told to be wrong. */
async function followed(readerLeaves: 'before' | 'meanwhile'): Promise<readonly unknown[]> {
  const asked = Promise.withResolvers<void>();
  const errors = Promise.withResolvers<readonly unknown[]>();
  const follow = async (response: ServerResponse): Promise<void> => {
    asked.resolve();
    if (readerLeaves === 'before') await once(response, 'close');
    const told: unknown[] = [];
    const next = (): Promise<Error> => {
      response.destroy();
      return Promise.resolve(new Error('the ledger is closed'));
    };
    const onError = (error: unknown): void => void told.push(error);
    await followThread(response, 't', next, { hub: createHub(), keepAliveMs: 1000, stallMs: 1000, onError });
    errors.resolve(told);
  };
  const server = createServer((_, response) => void follow(response));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked.promise;
  if (readerLeaves === 'before') socket.destroy();
  return errors.promise;
}

test('a reader who left while the thread was looked up is not waited for, and nothing failed', async () => {
  expect(await followed('before')).toEqual([]);
});

test('nothing failed where the server closed, and its ledger, while a reader was told something', async () => {
  expect(await followed('meanwhile')).toEqual([]);
});
