import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { followThread } from './follow-thread.ts';
import { createHub } from './hub.ts';

test('a reader who left while the thread was looked up is not waited for, and nothing failed', async () => {
  const asked = Promise.withResolvers<void>();
  const followed = Promise.withResolvers<readonly unknown[]>();
  const follow = async (response: ServerResponse): Promise<void> => {
    asked.resolve();
    await once(response, 'close');
    const errors: unknown[] = [];
    const next = (): Promise<Error> => Promise.resolve(new Error('the ledger is closed'));
    const onError = (error: unknown): void => void errors.push(error);
    await followThread(response, 't', next, { hub: createHub(), keepAliveMs: 1000, stallMs: 1000, onError });
    followed.resolve(errors);
  };
  const server = createServer((_, response) => void follow(response));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked.promise;
  socket.destroy();
  expect(await followed.promise).toEqual([]);
});
