/** Pages of other sites, where the host names them. */
import { readStream } from './read-stream.ts';
import { newThread, startServer } from './start-server.ts';
import { createServer } from '@toolthread/server';
import { expect, test } from 'vitest';

const APP = 'https://app.example.com';
const cors = (headers: object): string[] => Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const asks = {
  origin: APP,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};

test('a page of a named site may ask, and read the answer; a stream too', async () => {
  const started = await startServer({ allowedOrigins: [APP] });
  const thread = await newThread(started);
  const headers = { origin: APP, 'sec-fetch-site': 'cross-site' };
  const answer = await started.call('GET', `/api/threads/${thread}`, { headers });
  expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers['vary']]).toEqual([
    200,
    APP,
    'origin',
  ]);
  const reader = await readStream(started.port, thread, { headers });
  expect(reader.response.headers['access-control-allow-origin']).toBe(APP);
  reader.close();
});

test('what is refused can be read by it, too: it needs the token like everybody', async () => {
  const started = await startServer({ allowedOrigins: [APP] });
  const answer = await started.call('GET', '/api/threads', { token: null, headers: { origin: APP } });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, APP]);
});

test('a browser that asks beforehand is told, without a token, and no cookie is ever welcome', async () => {
  const started = await startServer({ allowedOrigins: [APP] });
  for (const path of ['/api/threads', '/api/threads/x/messages', '/api/nothing']) {
    const { status, headers, text } = await started.call('OPTIONS', path, { token: null, headers: asks });
    expect([status, text, headers['access-control-allow-methods']]).toEqual([204, '', 'GET, POST, PUT, DELETE']);
    expect(headers['access-control-allow-headers']?.toString().split(', ')).toEqual([
      'authorization',
      'content-type',
      'last-event-id',
      'ai-sdk-version',
    ]);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }
});

test('a browser that asks beforehand is told by `fetch`, too: so a handler of another program answers', async () => {
  const { server, port } = await startServer({ allowedOrigins: [APP], token: 'a-long-token-0123456789' });
  const url = `http://127.0.0.1:${port}/api/threads`;
  const { status, headers } = await server.fetch(new Request(url, { method: 'OPTIONS', headers: asks }));
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, APP]);
});

test.each([
  'https://app.example.com.evil.example',
  'https://evil.example',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://APP.example.com',
  'null',
])('%s was not named', async (origin) => {
  const started = await startServer({ allowedOrigins: [APP] });
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const answer = await started.call(method, '/api/threads', { headers: { ...asks, origin } });
    expect([method, answer.status, cors(answer.headers)]).toEqual([method, 403, []]);
  }
});

test('the host name is judged as before, and so is a request of another site without its name', async () => {
  const started = await startServer({ allowedOrigins: [APP] });
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await started.call('GET', '/api/threads', { headers })).status;
  expect(await status({ origin: APP, host: 'evil.example' })).toBe(403);
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('where none is named no answer has a word of it, and nobody is told beforehand', async () => {
  const started = await startServer();
  for (const [method, headers, status] of [
    ['GET', {}, 200],
    ['OPTIONS', asks, 403],
  ] as const) {
    const answer = await started.call(method, '/api/threads', { headers });
    expect([answer.status, cors(answer.headers), answer.headers['vary']]).toEqual([status, [], undefined]);
  }
});

test('what is not an origin cannot be named, in words', async () => {
  const { ledger, hub, runner } = await startServer();
  const named = (origin: string) => () =>
    createServer({ ledger, hub, runner, token: 'a-long-secret-0123456789', allowedOrigins: [origin] });
  const paths = ['https://app.example.com/', 'https://app.example.com/x'];
  for (const origin of ['*', 'null', 'app.example.com', ...paths, 'https://*.example.com', ''])
    expect(named(origin)).toThrow(`${JSON.stringify(origin)} is not an origin`);
});
