import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Started, startServer, TOKEN, until } from '../../../test/start-server.ts';

// Sockets: slow on a busy machine, and no test here measures time.
/** Begins a post that announces more than it sends. */
function beginPost(
  { port }: Started,
  sent: string,
  length: string,
): { socket: Socket; answer: () => string; ended: () => boolean } {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let ended = false;
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('close', () => (ended = true));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /api/threads HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n` +
      `Content-Type: application/json\r\n${length}\r\n\r\n${sent}`,
  );
  return { socket, answer: () => answer, ended: () => ended };
}

const isTrue =
  (ask: () => boolean): (() => true | undefined) =>
  () =>
    ask() ? true : undefined;

test.each([
  ['with its length announced', '{"title":', 'Content-Length: 1000'],
  ['before its first byte', '', 'Content-Length: 1000'],
  ['in chunks', '5\r\n{"tit', 'Transfer-Encoding: chunked'],
  ['in chunks that are none', 'zz\r\n', 'Transfer-Encoding: chunked'],
])(
  'an upload that is aborted %s is no fault of the server: nothing is logged, nothing is kept',
  async (_, sent, length) => {
    const started = await startServer();
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => errors.mockRestore());
    const { socket } = beginPost(started, sent, length);
    // Until the server is at it: a request of another connection that came later is answered.
    await started.call('GET', '/api/health');
    socket.resetAndDestroy();
    await started.call('GET', '/api/health');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(started.errors).toEqual([]);
    expect(errors.mock.calls).toEqual([]);
    expect((await started.call('GET', '/api/threads')).json).toMatchObject({ threads: [] });
  },
);

test('an upload of which nothing more comes is told so, and its connection is closed', async () => {
  const started = await startServer({ stallMs: 50 });
  const { answer, ended } = beginPost(started, '{"title":', 'Content-Length: 1000');
  await until(isTrue(ended), 'the end of the connection');
  expect(answer()).toMatch(/^HTTP\/1.1 408 /);
  expect(answer()).toContain('"code":"too_slow"');
  expect(started.errors).toEqual([]);
});

test('an upload that comes slowly, but comes, is taken', async () => {
  const started = await startServer({ stallMs: 60_000 });
  const body = JSON.stringify({ title: 'slowly' });
  const { socket, answer } = beginPost(started, '', `Content-Length: ${body.length}`);
  for (const character of body) {
    socket.write(character);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await until(
    isTrue(() => answer().includes('"title":"slowly"')),
    'the thread',
  );
  expect(answer()).toMatch(/^HTTP\/1.1 201 /);
});

test('who has no token sends no body: it is not waited for', async () => {
  const started = await startServer();
  const socket = connect(started.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(`POST /api/threads HTTP/1.1\r\nHost: 127.0.0.1:${started.port}\r\nContent-Length: 9000000\r\n\r\n{`);
  await until(
    isTrue(() => answer.includes('no_token')),
    'the refusal',
  );
  expect(started.errors).toEqual([]);
});
