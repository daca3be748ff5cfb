/** The same server over HTTP, in the process of the test. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { makeServer } from './tools.ts';

export interface HttpMcp {
  readonly url: string;
  /** The `authorization` of each request. */
  readonly tokens: (string | undefined)[];
  stop(): void;
}

export async function serveHttp(): Promise<HttpMcp> {
  const handler = createMcpHandler(makeServer);
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    void (async () => {
      const answer = await handler.fetch(await toRequest(request));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body === null) response.end();
      else Readable.fromWeb(answer.body).pipe(response);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/mcp`, tokens, stop };
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  const method = request.method ?? 'GET';
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  return new Request(`http://127.0.0.1${request.url}`, { method, headers, body });
}
