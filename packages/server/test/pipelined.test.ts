/** Many requests on one connection, sent before the first of them is answered. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ledger } from '@toolthread/store';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rawClient, type RawClient } from './raw-client.ts';
import { newThread, type Started, startServer, type StartOptions, TOKEN, until } from './start-server.ts';

function open(port: number, requests: readonly string[]): RawClient {
  const client = rawClient(port);
  client.socket.write(requests.join(''));
  return client;
}

const get = (path: string, port: number, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`;
const OWNER = `Authorization: Bearer ${TOKEN}\r\n`;
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const answers = (text: string): number => text.split('HTTP/1.1 ').length - 1;

/** Each gives the port under which the server is reached. */
const ways: Readonly<Record<string, (started: Started) => Promise<number>>> = {
  'its own port': async ({ port }) => port,
  'a server of Node, by handle': async ({ server }) => {
    const http = createHttpServer(server.handle);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    return (http.address() as AddressInfo).port;
  },
};

/** A ledger that says how often a thread was looked up. */
function counted(options: StartOptions = {}): { readonly options: StartOptions; looked(): number } {
  let count = 0;
  const wrap = (ledger: Ledger): Ledger => ({
    ...ledger,
    thread: (id) => {
      count += 1;
      return ledger.thread(id);
    },
  });
  return { options: { ...options, wrap }, looked: () => count };
}

describe.each(Object.entries(ways))('on %s', (_, portOf) => {
  /** This many streams of a thread, asked for at once; `looked`: how often it was looked up since. */
  const streams = async (count: number) => {
    const { options, looked } = counted();
    const started = await startServer(options);
    const thread = await newThread(started);
    const before = looked();
    const port = await portOf(started);
    const client = open(port, times(count, get(`/api/threads/${thread}/events`, port, OWNER)));
    return { started, thread, client, looked: () => looked() - before };
  };

  test('a few streams: the first is told, and for the others nothing is made before it ends', async () => {
    const { started, thread, client, looked } = await streams(5);
    await until(() => (client.heard().includes('thread.created') ? true : undefined), 'the first event');
    await started.call('POST', `/api/threads/${thread}/title`, { body: { title: 'Second' } });
    await until(() => (client.heard().includes('Second') ? true : undefined), 'the second event');
    expect([looked(), answers(client.heard())]).toEqual([1, 1]);
  });

  test('many: the connection is ended, and hardly any of them was looked at', async () => {
    const { started, client, looked } = await streams(2000);
    await until(() => (client.isOpen() ? undefined : true), 'its end');
    expect(looked()).toBeLessThanOrEqual(1);
    expect((await started.call('GET', '/api/health')).status).toBe(200);
    expect(started.errors).toEqual([]);
  });

  test('answers that end are given one after another, in the order of their requests', async () => {
    const started = await startServer();
    const port = await portOf(started);
    const client = open(port, [
      get('/api/health', port, OWNER),
      get('/api/nothing', port, OWNER),
      get('/api/threads', port, OWNER),
      get('/api/health', port),
    ]);
    await until(() => (answers(client.heard()) === 4 ? true : undefined), 'four answers');
    expect(client.heard().match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '404', '200', '401']);
    client.socket.write(get('/api/health', port, OWNER));
    await until(() => (answers(client.heard()) === 5 ? true : undefined), 'a fifth');
  });

  test('of a stranger nobody is asked more than once at a time', async () => {
    let asked = 0;
    const started = await startServer({
      authenticate: () => {
        asked += 1;
        return new Promise<undefined>(() => undefined);
      },
    });
    const port = await portOf(started);
    const few = open(port, times(5, get('/api/threads', port)));
    await until(() => (asked === 1 ? true : undefined), 'a question');
    const many = open(port, times(2000, get('/api/threads', port)));
    await until(() => (many.isOpen() ? undefined : true), 'its end');
    expect([asked <= 2, few.isOpen()]).toEqual([true, true]);
  });
});
