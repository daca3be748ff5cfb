/** A small proxy for trying several nodes on one machine: each request goes to the next node that takes it. Not for use by others. */
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';

export interface RoundRobin {
  readonly url: string;
  close(): Promise<void>;
}

/** A node that did not take a request is left out for so long. */
const REST_MS = 2000;
const MOST_BYTES = 20_000_000;

/** `await roundRobin(() => [4781, 4782], 0)`: ports of this machine; they may change. */
export async function roundRobin(nodes: () => readonly number[], port: number): Promise<RoundRobin> {
  const resting = new Map<number, number>();
  let turn = 0;
  /** Those that take requests first, each time another one. */
  const inTurn = (): readonly number[] => {
    turn += 1;
    const ports = nodes();
    const turned = ports.map((_, n) => ports[(n + turn) % ports.length] ?? 0);
    const isResting = (one: number): boolean => (resting.get(one) ?? 0) > Date.now();
    return [...turned.filter((one) => !isResting(one)), ...turned.filter(isResting)];
  };
  const server = createServer((incoming, outgoing) => {
    void received(incoming).then((body) => {
      if (body === undefined) return void outgoing.writeHead(413).end();
      pass(incoming, outgoing, body, [...inTurn()], (node) => void resting.set(node, Date.now() + REST_MS));
    });
  });
  server.listen({ host: '127.0.0.1', port });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** All of it first: a node that is gone takes nothing, and then another one gets the same. */
async function received(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
  ports: readonly number[],
  onGone: (node: number) => void,
): void {
  const [node, ...others] = ports;
  if (node === undefined)
    return void outgoing.writeHead(503, { 'content-type': 'text/plain' }).end('No node is there.\n');
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers;
  const forwarded = {
    'x-forwarded-for': incoming.socket.remoteAddress,
    'x-forwarded-host': incoming.headers.host,
    'x-forwarded-proto': 'http',
  };
  const asked = ask({
    host: '127.0.0.1',
    port: node,
    method: incoming.method,
    path: incoming.url,
    headers: { ...headers, ...forwarded, 'content-length': body.length },
    agent: false,
  });
  let isConnected = false;
  asked.on('socket', (socket) => {
    socket.once('connect', () => {
      isConnected = true;
    });
  });
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-node': String(node) });
    // Each piece as it comes: a stream is not kept back.
    outgoing.flushHeaders();
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  asked.on('error', () => {
    if (outgoing.headersSent || isConnected) {
      outgoing.destroy();
      return;
    }
    // It never took the request: nothing was done there.
    onGone(node);
    pass(incoming, outgoing, body, others, onGone);
  });
  outgoing.on('close', () => asked.destroy());
  asked.end(body);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
