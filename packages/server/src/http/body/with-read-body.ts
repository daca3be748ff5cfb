import type { IncomingMessage } from 'node:http';

/** A parser of the program that the server is mounted in (`express.json()`) has read the body already: what it read is what was sent. */
export function withReadBody(incoming: IncomingMessage): IncomingMessage {
  if (!incoming.readableEnded || !('body' in incoming) || incoming.body === undefined) return incoming;
  const { body } = incoming;
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  // Where the adapter of Hono looks for a body whose stream is over.
  return Object.assign(incoming, { rawBody: Buffer.from(text) });
}
