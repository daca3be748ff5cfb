import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

test.each([
  ['is short', '{"a":"b"}'],
  ['is long', JSON.stringify({ a: 'words '.repeat(100_000) })],
  ['has pairs at every place', `${'\u{1f600}'.repeat(150_000)}`],
  ['has pairs at every other place', `x${'\u{1f600}'.repeat(150_000)}`],
  ['ends with a piece', 'é'.repeat(260_000)],
])('a request whose body %s comes whole, with its length', async (_, body) => {
  const server = createServer((request, response) => {
    void textOf(request).then((came) =>
      response.end(JSON.stringify({ isSame: came === body, headers: request.headers })),
    );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const headers = { 'content-type': 'application/json', 'x-key': 'k' };
  const answer = await boundedFetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
  const told: unknown = await answer.json();
  expect(told).toMatchObject({
    isSame: true,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  });
  expect(told).not.toHaveProperty('headers.transfer-encoding');
});
