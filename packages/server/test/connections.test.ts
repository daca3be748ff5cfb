import { expect, test } from 'vitest';
import { rawClient, type RawClient } from './raw-client.ts';
import { type Started, startServer, TOKEN, until } from './start-server.ts';

/** The longest that Node waits for headers. */
const NEVER_MS = 300_000;

/** A connection that says this, if anything, and then nothing more. */
async function open({ port }: Started, said = ''): Promise<RawClient> {
  const client = rawClient(port);
  await new Promise<void>((resolve) => client.socket.once('connect', resolve).once('close', () => resolve()));
  if (said !== '') client.socket.write(said);
  return client;
}

const opened = (clients: readonly RawClient[]): number => clients.filter(({ isOpen }) => isOpen()).length;

function get(path: string, port: number, token?: string): string {
  const shown = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${shown}\r\n`;
}

test.each([
  ['say nothing', (): string => ''],
  ['say half a line', (): string => 'GET /api/he'],
  ['never end their headers', (port: number): string => get('/api/health', port, TOKEN).slice(0, -2)],
  ['never send their body', (port: number): string => `${get('/', port).slice(0, -2)}Content-Length: 9\r\n\r\n`],
])('[A2 11] strangers that %s are a thousand at most, and the owner gets in', async (_, said) => {
  // Nobody is ended for being slow, however slow the machine is.
  const started = await startServer({ headersMs: NEVER_MS, stallMs: NEVER_MS });
  const owner = await open(started);
  const answers = (): number => owner.heard().split('"status":"ok"').length - 1;
  const strangers: RawClient[] = [];
  for (let i = 0; i < 1100; i += 1) {
    strangers.push(await open(started, said(started.port)));
    // Often enough that the owner's connection is not idle.
    if (i % 50 !== 0) continue;
    const before = answers();
    owner.socket.write(get('/api/health', started.port, TOKEN));
    await until(() => (answers() > before ? true : undefined), 'an answer to the owner');
  }
  expect((await started.call('GET', '/api/health')).status).toBe(200);
  await until(() => (opened(strangers) <= 1000 ? true : undefined), 'the end of the oldest');
  // The oldest went first, and none of those that have shown a token.
  expect(strangers.slice(-500).every(({ isOpen }) => isOpen())).toBe(true);
  expect(owner.isOpen()).toBe(true);
  expect(started.errors).toEqual([]);
});

test('[A2 11] a stream of the owner outlasts every stranger', async () => {
  const started = await startServer();
  const { json } = await started.call('POST', '/api/threads', { body: { title: 'x' } });
  const id = JSON.stringify(json).match(/"id":"([^"]+)"/)?.[1] ?? '';
  const reader = await open(started, get(`/api/threads/${id}/events`, started.port, TOKEN));
  await until(() => (reader.heard().includes('thread.created') ? true : undefined), 'the first event');
  for (let i = 0; i < 1100; i += 1) await open(started);
  await started.call('POST', `/api/threads/${id}/title`, { body: { title: 'still here' } });
  await until(() => (reader.heard().includes('still here') ? true : undefined), 'the next event');
});

test.each([
  ['says nothing', ''],
  ['says half a line', 'GET /api/he'],
  ['never ends its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
])('[A2 11] a connection that %s is ended', async (_, said) => {
  const started = await startServer({ headersMs: 100 });
  const client = await open(started, said);
  await until(() => (client.isOpen() ? undefined : true), 'its end');
});
