import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

/** A server that answers every request with these pieces. */
function serve(type: string, pieces: Iterable<string>): Promise<string> {
  return listen((_, response) => {
    response.writeHead(200, { 'content-type': type });
    pipeline(Readable.from(pieces), response, () => undefined);
  });
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
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

test('a flood of small messages is passed on a little in each turn of the event loop', async () => {
  const event = `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n\n`;
  const response = await boundedFetch(await serve('text/event-stream', many(20, event.repeat(1000))));
  let [read, before, mostInATurn] = [0, 0, 0];
  const turn = (): void => {
    mostInATurn = Math.max(mostInATurn, read - before);
    before = read;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  for await (const chunk of response.body ?? []) read += chunk.length;
  clearImmediate(next);
  expect(read).toBe(20_000 * event.length);
  expect(mostInATurn).toBeLessThanOrEqual(40_000);
});

test('an answer of the usual kind comes as it is', async () => {
  const response = await boundedFetch(await serve('application/json', ['{"a":"é', '語"}']));
  expect([response.status, await response.json()]).toEqual([200, { a: 'é語' }]);
});

test('a redirect is followed to the same server, as what it was, and to no other: the headers hold keys', async () => {
  const asked: string[] = [];
  const other = await listen((request, response) => {
    asked.push(`elsewhere ${request.url}`);
    response.end();
  });
  const own = await listen((request, response) => {
    asked.push(`${request.method} ${request.url} ${String(request.headers['x-api-key'])}`);
    const to = { '/mcp': '/mcp/', '/away': `${other}mcp`, '/round': '/round' }[request.url ?? ''];
    if (to === undefined) response.end('here');
    else response.writeHead(307, { location: to }).end();
  });
  const init = { method: 'POST', body: '{}', headers: { 'x-api-key': 'k' } };
  expect(await (await boundedFetch(`${own}mcp`, init)).text()).toBe('here');
  expect(asked.splice(0)).toEqual(['POST /mcp k', 'POST /mcp/ k']);
  await expect(boundedFetch(`${own}away`, init)).rejects.toThrow(`it redirects to ${other.slice(0, -1)}.`);
  expect(asked.splice(0)).toEqual(['POST /away k']);
  await expect(boundedFetch(`${own}round`, init)).rejects.toThrow('redirects too often');
});
