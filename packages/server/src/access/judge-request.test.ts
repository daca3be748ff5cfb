import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { callerOf } from './caller.ts';
import { judgeRequest } from './judge-request.ts';
import { openBrowser } from '../../test/browser.ts';
import { newThread, type Started, startServer, TOKEN } from '../../test/start-server.ts';

/** Every route there is, from the router itself: a new one cannot be forgotten. */
async function everyRoute(): Promise<{ method: string; path: string; started: Started }[]> {
  const started = await startServer();
  return started.server.routes.map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, 'x'), started }));
}

test.each([
  ['[B.3 5] CVE-2025-66414: a name that resolves to this machine', { host: 'evil.example:PORT' }],
  ['[B.3 7] CVE-2025-52882: a page of another site', { origin: 'https://evil.example' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a page of another server on this machine', { origin: 'http://127.0.0.1:1' }],
  ['a request that the browser says another site has caused', { 'sec-fetch-site': 'cross-site' }],
  ['a request that a sibling site has caused', { 'sec-fetch-site': 'same-site' }],
])('[B.6 34] [B.3 6] every route refuses, with the right token, %s', async (_, headers) => {
  for (const { method, path, started } of await everyRoute()) {
    const text = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(started.port))]);
    const answer = await started.call(method, path, { headers: Object.fromEntries(text) });
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
});

test('a refused request has no effect', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const body = { text: 'hello' };
  await started.call('POST', `/api/threads/${thread}/messages`, { body, token: null });
  await started.call('POST', `/api/threads/${thread}/messages`, { body, headers: { origin: 'https://evil.example' } });
  await started.call('POST', `/api/threads/${thread}/messages`, { body, headers: { host: 'evil.example' } });
  const { json } = await started.call('GET', `/api/threads/${thread}/events?limit=10`);
  expect(json).toMatchObject({ last_seq: 1 });
});

test.each([
  ['127.0.0.1:PORT', 200],
  ['localhost:PORT', 200],
  ['LocalHost:PORT', 200],
  ['[::1]:PORT', 200],
  ['threads.example.com', 200],
  ['Box.local:8080', 200],
  ['evil.example', 403],
  ['localhost', 403],
  ['127.0.0.1', 403],
  ['127.0.0.1:1', 403],
  ['localhost.evil.example:PORT', 403],
  ['evil.example:PORT', 403],
  ['127.0.0.1.nip.io:PORT', 403],
  ['localhost:PORT:PORT', 403],
  ['localhost:PORT.evil.example', 403],
  ['evil@localhost:PORT', 403],
  ['[::ffff:127.0.0.1]:PORT', 403],
  ['0.0.0.0:PORT', 403],
  ['box.local', 403],
  ['threads.example.com.evil.example', 403],
])('[B.6 34] [B.3 5] CVE-2025-66414: Host %s gives %i', async (host, status) => {
  const { call, port } = await startServer({ hosts: ['threads.example.com', 'box.local:8080'] });
  const answer = await call('GET', '/api/health', { headers: { host: host.replaceAll('PORT', String(port)) } });
  // A host that is no host at all is refused by the HTTP layer, before us.
  expect(status === 200 ? [200] : [403, 400]).toContain(answer.status);
});

test('[B.6 34] of several hosts each has to be ours, in whatever order', async () => {
  const { port } = await startServer();
  const ask = (...hosts: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const lines = [...hosts.map((host) => `Host: ${host}`), `Authorization: Bearer ${TOKEN}`, 'Connection: close'];
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /api/threads HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
      );
      let answer = '';
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
      socket.on('close', () => resolve(answer.slice(9, 12)));
      socket.on('error', reject);
    });
  const own = `127.0.0.1:${port}`;
  expect(await ask(own)).toBe('200');
  for (const hosts of [
    [own, 'evil.example'],
    ['evil.example', own],
    [own, own, 'evil.example'],
  ])
    expect([hosts, await ask(...hosts)]).toEqual([hosts, '403']);
});

// Elsewhere a loopback address beside 127.0.0.1 has to be set up first.
test.runIf(process.platform === 'linux')(
  'the address that was called is a name of ours, another address is not',
  async () => {
    const server = createServer((incoming, response) => {
      response.end(
        String(
          judgeRequest(incoming, callerOf(incoming, false), { hosts: new Set(), origins: new Set() })?.status ?? 200,
        ),
      );
    });
    await new Promise<void>((resolve) => void server.listen(0, '::', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const ask = (host: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const asked = httpRequest(
          { host: '127.0.0.2', port, headers: { host: `${host}:${port}` }, agent: false },
          (response) => {
            response.on('data', (chunk) => resolve(String(chunk)));
          },
        );
        asked.on('error', reject).end();
      });
    expect(await ask('127.0.0.2')).toBe('200');
    for (const host of ['127.0.0.3', '10.0.0.1', '127.0.0.2.evil.example', '[::ffff:127.0.0.2]', '']) {
      expect([host, await ask(host)]).toEqual([host, '403']);
    }
  },
);

test('without any Host there is no answer either', async () => {
  const { port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET /api/health HTTP/1.0\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1.1 40[03] /);
});

test('the own page may: same origin, by its own name', async () => {
  const { call, port } = await startServer();
  for (const name of ['127.0.0.1', 'localhost']) {
    const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}`, 'sec-fetch-site': 'same-origin' };
    expect((await call('GET', '/api/health', { headers })).status).toBe(200);
  }
});

test('[B.6 35] a form, a text and a type that hides cannot post; JSON can, whatever the case', async () => {
  const started = await startServer();
  const path = `/api/threads/${await newThread(started)}/messages`;
  const raw = JSON.stringify({ text: 'hello' });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ]) {
    for (const [method, address] of [
      ['POST', path],
      ['PUT', `${path}/2`],
    ] as const) {
      const answer = await started.call(method, address, { raw, headers: { 'content-type': type } });
      expect([method, type, answer.status]).toEqual([method, type, 415]);
    }
  }
  for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
    const answer = await started.call('POST', path, { raw, headers: { 'content-type': type } });
    expect([type, answer.status]).toEqual([type, 201]);
  }
});

test('a post without a body needs no type: what no browser adds unasked, the token or the page’s secret, is there', async () => {
  const started = await startServer();
  expect((await started.call('POST', '/api/session', { raw: '' })).status).toBe(200);
  const { both, cookie } = await openBrowser(started);
  expect((await started.call('POST', '/api/session', { raw: '', token: null, headers: both })).status).toBe(200);
  expect((await started.call('POST', '/api/session', { raw: '', token: null, headers: cookie })).status).toBe(401);
});

test('[B.3 1] [B.3 3] no answer of any kind lets another site read it, and all forbid scripts of others', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const answers = [
    await started.call('GET', '/api/threads'),
    await started.call('GET', '/api/threads', { token: null }),
    await started.call('OPTIONS', '/api/threads', { headers: { 'access-control-request-method': 'POST' } }),
    await started.call('GET', `/api/threads/${thread}/events`),
    await started.call('GET', '/nothing'),
    await started.call('GET', '/', { headers: { host: 'evil.example' } }),
  ];
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/,
    );
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  }
});
