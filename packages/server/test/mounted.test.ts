/** The server inside another program, under a path of that program's own. */
import { createServer as createHttpServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createHub } from '@toolthread/server';
import type { Hub, Server } from '@toolthread/server';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createConnections } from '../src/access/connections.ts';
import { startServer, TOKEN } from './start-server.ts';

const authorization = `Bearer ${TOKEN}`;
const at = (path: string, init: RequestInit = {}): Request =>
  new Request(`http://localhost:3000${path}`, { ...init, headers: { authorization, ...init.headers } });
const posted = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** A hub that says how many read along. */
function countingHub(): { readonly hub: Hub; readers(): number } {
  const own = createHub();
  let count = 0;
  const subscribe: Hub['subscribe'] = (thread, wake) => {
    const end = own.subscribe(thread, wake);
    count += 1;
    return () => {
      count -= 1;
      end();
    };
  };
  return { hub: { ...own, subscribe }, readers: () => count };
}

async function listening(http: ReturnType<typeof createHttpServer>): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Each gives the address under which the mounted server is reached. */
const mounts: Readonly<Record<string, (server: Server) => Promise<string>>> = {
  'in Hono, by fetch': async (server) => {
    const app = new Hono().all('/agent/*', (c) => server.fetch(c.req.raw));
    const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    return `${await listening(createHttpServer((incoming, outgoing) => void handle(incoming, outgoing)))}/agent`;
  },
  'in a server of Node, by handle': async (server) => `${await listening(createHttpServer(server.handle))}/agent`,
  'where the path was taken away before, as Express and many proxies do': async (server) => {
    const http = createHttpServer((incoming, outgoing) => {
      incoming.url = incoming.url?.replace(/^\/agent/, '') ?? '/';
      server.handle(incoming, outgoing);
    });
    return `${await listening(http)}/agent`;
  },
};

describe.each(Object.entries(mounts))('mounted %s', (_, mount) => {
  test('a thread is made, read along live, and stopped reading', async () => {
    const { hub, readers } = countingHub();
    const { server } = await startServer({ hub, basePath: '/agent' });
    const base = await mount(server);
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${base}/api${path}`, { ...init, headers: { authorization, ...init.headers } });
    const { id } = (await (await ask('/threads', posted({ title: 'Parser' }))).json()) as { id: string };
    const stream = await ask(`/threads/${id}/events`);
    expect((await ask(`/threads/${id}/title`, posted({ title: 'Renamed' }))).status).toBe(200);
    let read = '';
    for await (const piece of stream.body ?? []) {
      read += new TextDecoder().decode(piece);
      if (read.includes('"Renamed"')) break;
    }
    expect(read).toContain('thread.created');
    await expect.poll(readers).toBe(0);
  });

  test('a wrong token opens nothing, and a page of another site is refused', async () => {
    const { server } = await startServer({ basePath: '/agent' });
    const url = `${await mount(server)}/api/threads`;
    expect((await fetch(url, { headers: { authorization: 'Bearer wrong-0123456789012' } })).status).toBe(401);
    const foreign = await fetch(url, { headers: { authorization, origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

test.each([
  ['as an object', (text: string): unknown => JSON.parse(text)],
  ['as text', (text: string): unknown => text],
  ['as bytes', (text: string): unknown => Buffer.from(text)],
])('a body that a parser before it has read, %s, is not lost', async (_, parsed) => {
  const { server } = await startServer();
  const http = createHttpServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (piece: Buffer) => (text += String(piece)));
    incoming.on('end', () => server.handle(Object.assign(incoming, { body: parsed(text) }), outgoing));
  });
  const url = `${await listening(http)}/api/threads`;
  const init = posted({ title: 'Parser' });
  const made = await fetch(url, { ...init, headers: { authorization, ...init.headers } });
  expect([made.status, await made.json()]).toMatchObject([201, { title: 'Parser' }]);
});

describe('fetch', () => {
  test('gives what the network gives: status, headers, body, also of a request with a body', async () => {
    const { server, call } = await startServer();
    const made = await server.fetch(at('/api/threads', posted({ title: 'Parser' })));
    expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/json']);
    const here = await server.fetch(at('/api/threads'));
    expect(await here.json()).toEqual((await call('GET', '/api/threads')).json);
    expect((await server.fetch(at('/api/threads', posted({ title: 7 })))).status).toBe(400);
    expect((await server.fetch(at('/nothing'))).status).toBe(404);
  });

  test('a stream ends when its reader leaves, and when its request is aborted', async () => {
    const { hub, readers } = countingHub();
    const { server } = await startServer({ hub });
    const { id } = (await (await server.fetch(at('/api/threads', posted({ title: 'a' })))).json()) as { id: string };
    const leave = new AbortController();
    const [left, aborted] = await Promise.all([
      server.fetch(at(`/api/threads/${id}/events`)),
      server.fetch(at(`/api/threads/${id}/events`, { signal: leave.signal })),
    ]);
    const reader = left.body?.getReader();
    await reader?.read();
    expect(readers()).toBe(2);
    await reader?.cancel();
    await expect.poll(readers).toBe(1);
    leave.abort();
    expect(await aborted.text()).toContain(':');
    await expect.poll(readers).toBe(0);
  });

  test.each(['messages', 'contract'])('a thread as %s comes whole', async (form) => {
    const { server } = await startServer();
    const { id } = (await (await server.fetch(at('/api/threads', posted({ title: 'a' })))).json()) as { id: string };
    await server.fetch(at(`/api/threads/${id}/messages`, posted({ text: 'long '.repeat(400_000) })));
    const answer = await server.fetch(at(`/api/threads/${id}/${form}`));
    expect([answer.status, (await answer.text()).length > 2_000_000]).toEqual([200, true]);
  });

  test.each([
    ['a trailer', { headers: { trailer: 'x' } }, 200],
    ['an upgrade', { headers: { upgrade: 'websocket', connection: 'upgrade' } }, 200],
    ['a method that nobody knows', { method: 'FOO' }, 400],
    [
      'a length that is not the body’s',
      { ...posted({}), headers: { 'content-type': 'application/json', 'content-length': '1' } },
      201,
    ],
  ] as const)('%s gets an answer, and no error', async (_, init, status) => {
    const { server } = await startServer();
    const { status: given } = await server.fetch(at('/api/threads', init));
    expect(given).toBe(status);
  });

  test('only known hosts: names of this machine on any port, and those that were named', async () => {
    const { server } = await startServer({ hosts: ['threads.example.com'] });
    const ask = async (url: string): Promise<number> =>
      (await server.fetch(new Request(url, { headers: { authorization } }))).status;
    expect(await ask('http://127.0.0.1:3000/api/threads')).toBe(200);
    expect(await ask('https://threads.example.com/api/threads')).toBe(200);
    expect(await ask('http://evil.example/api/threads')).toBe(403);
  });

  test('so many at once: those beyond are told to come again, and cost no connection', async () => {
    const { server } = await startServer();
    const asked = Array.from({ length: 1000 }, () => server.fetch(at('/api/health')));
    const refused = await server.fetch(at('/api/health'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await Promise.all(asked);
    expect((await server.fetch(at('/api/health'))).status).toBe(200);
  });

  test('a weak token is refused: others may reach the program that it is mounted in', async () => {
    const { server } = await startServer({ token: 'short' });
    await expect(server.fetch(at('/api/threads'))).rejects.toThrow('16 characters');
    // The program around it lives on.
    const host = await listening(createHttpServer(server.handle));
    expect((await fetch(`${host}/api/threads`)).status).toBe(500);
  });
});

test('a server that closes ends its streams, by whatever way they came', async () => {
  const { server } = await startServer();
  const base = await listening(createHttpServer(server.handle));
  const { id } = (await (await server.fetch(at('/api/threads', posted({ title: 'a' })))).json()) as { id: string };
  const streams = [
    await server.fetch(at(`/api/threads/${id}/events`)),
    await fetch(`${base}/api/threads/${id}/events`, { headers: { authorization } }),
  ];
  await server.close();
  for (const stream of streams) await stream.text().catch(() => undefined);
});

test('connections of another program are not counted here: many short ones end no stream', () => {
  const connections = createConnections(16);
  const sockets = Array.from({ length: 20 }, () => new Socket());
  for (const socket of sockets) connections.recognise(socket, 'owner');
  expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
});

describe('a base path', () => {
  test('is in the cookie and in the page, at every depth', async () => {
    const shell = mkdtempSync(join(tmpdir(), 'shell-'));
    onTestFinished(() => rmSync(shell, { recursive: true }));
    const page =
      '<meta name="toolthread-base" content="" /><link href="./icon.svg" /><script src="./assets/a.js"></script>';
    writeFileSync(join(shell, 'index.html'), page);
    const { server } = await startServer({ basePath: '/tools/agent', shell });
    const expected = page.replace('content=""', 'content="/tools/agent"').replaceAll('"./', '"/tools/agent/');
    for (const path of ['/tools/agent', '/tools/agent/', '/tools/agent/t/x?y', '/t/x']) {
      expect(await (await server.fetch(at(path))).text()).toBe(expected);
    }
    const session = await server.fetch(at('/tools/agent/api/session', posted({})));
    expect(session.headers.get('set-cookie')).toContain('; Path=/tools/agent/api;');
  });

  test.each([
    'agent',
    '/',
    '/agent/',
    '//x',
    '/a b',
    '/a"b',
    '/a/../b?',
    '/..',
    '/.',
    '/a/..',
    '/../a',
    '/a/./b',
    '/a%2e',
    '/ä',
    '/a\n',
  ])('%j is none', async (basePath) => {
    await expect(startServer({ basePath })).rejects.toThrow('A base path looks like');
  });

  test('takes away a whole part of a path only', async () => {
    const { server } = await startServer({ basePath: '/agent' });
    expect((await server.fetch(at('/agents/api/threads'))).status).toBe(404);
    expect((await server.fetch(at('/agent/api/threads'))).status).toBe(200);
  });
});
