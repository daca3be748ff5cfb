import { createServer } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

/** A server that answers every request with these pieces. */
async function serve(type: string, pieces: Iterable<string>): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type });
    pipeline(Readable.from(pieces), response, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

const MEGABYTE = 'x'.repeat(1_000_000);
const many = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

test.each([
  ['a long answer', 'application/json', ['{"a":"', ...many(60, MEGABYTE), '"}'], /more than 8000000 characters/],
  ['a wide answer', 'application/json', [`[${'0,'.repeat(90_000)}0]`], /more than 50000 values/],
  ['a deep answer', 'application/json', ['['.repeat(100_000)], /nested deeper than 200/],
  ['a long event', 'text/event-stream', ['data: {}\n\ndata: "', ...many(60, MEGABYTE)], /more than 8000000 characters/],
  ['a wide event', 'text/event-stream', [`data: {}\r\n\r\ndata: [${'0,'.repeat(90_000)}`], /more than 50000 values/],
])('[A2 14] [A2 5] over HTTP %s breaks off', async (_, type, pieces, why) => {
  const response = await boundedFetch(await serve(type, pieces));
  await expect(response.text()).rejects.toThrow(why);
});

test('[A2 14] a stream may be as long as it likes, if its messages are not', async () => {
  const event = `event: message\ndata: {"a":[${'1,'.repeat(1000)}1]}\n\n`;
  const response = await boundedFetch(await serve('text/event-stream', many(5000, event)));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe(event.repeat(5000));
});

test('an answer of the usual kind comes as it is', async () => {
  const response = await boundedFetch(await serve('application/json', ['{"a":"é', '語"}']));
  expect([response.status, await response.json()]).toEqual([200, { a: 'é語' }]);
});
