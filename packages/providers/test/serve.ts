/** A server on loopback for one test: what it was asked, and what it answers. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly [field: string]: unknown };
}

export interface Served {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** The connection of an answer is closed, by whomever. */
  readonly closed: Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** `await using server = await serve((response) => response.end('…'))` */
export async function serve(answer: (response: ServerResponse, asked: Asked) => void): Promise<Served> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body'];
      const seen = { path: request.url ?? '', headers: request.headers, body };
      asked.push(seen);
      answer(response, seen);
    });
  });
  const closed = new Promise<void>((resolve) => {
    server.on('request', (_asked, response) => response.on('close', resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, asked, closed, [Symbol.asyncDispose]: close };
}

/** A server that answers everything with this status and this JSON. */
export function serveJson(status: number, body: object, headers: Record<string, string> = {}): Promise<Served> {
  return serve((response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
}

/** Frames as server-sent events; without the last blank line the connection was cut. */
export function sse(response: ServerResponse, frames: readonly object[], end: 'end' | 'cut' | 'hang' = 'end'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of frames) response.write(sseText(frame));
  if (end === 'end') response.end();
  if (end === 'cut') setTimeout(() => response.destroy(), 20);
}

export function sseText(frame: object): string {
  const name = 'type' in frame && typeof frame.type === 'string' ? `event: ${frame.type}\n` : '';
  return `${name}data: ${JSON.stringify(frame)}\n\n`;
}

export async function everyEvent<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}
