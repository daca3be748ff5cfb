import { type IncomingMessage, request as sendRequest, type Server as HttpServer } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A request that did not come over the network, answered by a server as if it had: through its parser, its limits and its streams, over
 * a connection in memory. Ends when the request is aborted, or when nobody reads the answer any more.
 */
export function fetchThrough(server: HttpServer, request: Request): Promise<Response> {
  const [near, far] = duplexPair({ highWaterMark: HELD_BYTES });
  server.emit('connection', withTimeout(far));
  const { pathname, search, host } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const sent = [...request.headers].filter(([name]) => !OF_A_CONNECTION.test(name));
    const headers = { host, ...Object.fromEntries(sent), connection: 'close' };
    const outgoing = sendRequest({
      createConnection: () => near,
      method: request.method,
      path: `${pathname}${search}`,
      headers,
      signal: request.signal,
    });
    // The answer is over, or nobody wants it: the server's side of the connection must not stay.
    outgoing.once('close', () => far.destroy());
    outgoing.once('error', (error) => (request.signal.aborted ? reject(error) : resolve(unreadable())));
    outgoing.once('response', (incoming) => resolve(responseOf(incoming, request.signal)));
    if (request.body === null) outgoing.end();
    // What is wrong with it is told by `error`.
    else pipeline(request.body, outgoing).catch(() => undefined);
  });
}

/** On each side of the connection: what nobody reads is not made. */
const HELD_BYTES = 16_384;

/** A body that comes as a stream has the length that it has. */
const OF_A_CONNECTION =
  /^(?:connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** Nothing that a client of HTTP would have sent. */
function unreadable(): Response {
  return Response.json({ error: { code: 'bad_request', message: 'The request cannot be read.' } }, { status: 400 });
}

/** As a socket has it: told where nothing was taken for so long. */
function withTimeout(side: Duplex): Duplex {
  let timer: NodeJS.Timeout | undefined;
  let ms = 0;
  const restart = (): void => {
    clearTimeout(timer);
    if (ms > 0 && !side.destroyed) timer = setTimeout(() => side.emit('timeout'), ms);
  };
  side.on('drain', restart);
  side.once('close', () => clearTimeout(timer));
  return Object.assign(side, {
    setTimeout: (after: number) => {
      ms = after;
      restart();
      return side;
    },
  });
}

/** By the standard these have no body, not even an empty one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(incoming: IncomingMessage, signal: AbortSignal): Response {
  const { statusCode: status = 500, rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    // These are about the connection in memory.
    if (!/^(?:connection|keep-alive|transfer-encoding)$/i.test(name)) headers.append(name, value);
  }
  if (WITHOUT_BODY.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(bodyOf(incoming, signal), { status, headers });
}

/** Who aborts a request reads no further: for a program that is still copying the answer it ends here, and is no error to be logged. */
function bodyOf(incoming: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  let left = false;
  return new ReadableStream({
    start: (controller) => {
      incoming.on('data', (bytes: Uint8Array) => {
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.once('end', () => controller.close());
      incoming.once('error', (error) => {
        if (left) return;
        if (signal.aborted) controller.close();
        else controller.error(error);
      });
    },
    pull: () => {
      incoming.resume();
    },
    cancel: () => {
      left = true;
      incoming.destroy();
    },
  });
}
