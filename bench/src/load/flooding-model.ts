/** A server that speaks OpenAI's chat API: it does not stop, or it calls a tool. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** What the next answer is made of, again and again; undefined: a few words, and an end. */
export type Flood = ((piece: number) => { readonly [key: string]: unknown }) | undefined;

export interface FloodingModel {
  readonly baseURL: string;
  next: Flood;
  /** What each answer to a person calls; undefined: nothing. */
  call: { readonly name: string; readonly arguments: string } | undefined;
  close(): void;
}

export async function startFloodingModel(): Promise<FloodingModel> {
  const model: FloodingModel = { baseURL: '', next: undefined, call: undefined, close: () => undefined };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (model.call !== undefined && !body.includes('"role":"tool"')) {
        const calls = [{ index: 0, id: 'c1', type: 'function', function: model.call }];
        response.end(`${frame({ tool_calls: calls })}${frame({}, 'tool_calls')}data: [DONE]\n\n`);
      } else if (model.next === undefined)
        response.end(`${frame({ content: 'Hello.' })}${frame({}, 'stop')}data: [DONE]\n\n`);
      else flood(response, piecesOf(model.next));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return Object.assign(model, {
    baseURL: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

function flood(response: ServerResponse, next: () => string): void {
  while (!response.destroyed && response.write(next()));
  if (!response.destroyed) response.once('drain', () => flood(response, next));
}

function piecesOf(make: NonNullable<Flood>): () => string {
  let piece = 0;
  return () => frame(make((piece += 1)));
}

function frame(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}
