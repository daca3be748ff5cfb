import type { HttpContext } from '../http.ts';
import { type Problem, problem } from '../problem.ts';

export interface BodyLimits {
  readonly bytes: number;
  /** A sender of whom nothing comes for this long is no longer waited for. */
  readonly stallMs: number;
}

/**
 * The body of a request, whole. Its bytes are counted as they come: a length may be missing (a body in chunks, or none at all). A route that
 * takes none does not ask for it, and nobody keeps what comes.
 */
export async function receiveBody(c: HttpContext, limits: BodyLimits): Promise<string | Problem> {
  if (Number(c.req.header('content-length') ?? 0) > limits.bytes) return tooLarge(limits);
  const received = await receive(c.req.raw.body, limits);
  if (received === '' && Number(c.req.header('content-length') ?? 0) > 0) return TAKEN;
  // What is still under way is not read: the connection is of no further use.
  if (typeof received !== 'string') c.header('connection', 'close');
  return received;
}

async function receive(body: ReadableStream<Uint8Array> | null, limits: BodyLimits): Promise<string | Problem> {
  if (body === null) return '';
  const reader = body.getReader();
  // What stands here is given back at once: of pieces of text nobody would collect the last 10 MB before the request was long answered.
  const kept = new ArrayBuffer(0, { maxByteLength: limits.bytes });
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<'stalled'>((resolve) => {
    timer = setTimeout(resolve, limits.stallMs, 'stalled');
  });
  try {
    for (;;) {
      const next = await Promise.race([reader.read().catch(() => 'broken' as const), stalled]);
      if (next === 'broken') return problem(400, 'broken_body', 'The request ended before its body did.');
      if (next === 'stalled') return problem(408, 'too_slow', `No data arrived for ${limits.stallMs / 1000} seconds.`);
      if (next.done) return new TextDecoder().decode(new Uint8Array(kept));
      const from = size;
      size += next.value.byteLength;
      if (size > limits.bytes) return tooLarge(limits);
      kept.resize(size);
      new Uint8Array(kept, from).set(next.value);
      timer?.refresh();
    }
  } finally {
    clearTimeout(timer);
    kept.resize(0);
  }
}

const TAKEN = problem(
  400,
  'broken_body',
  'The request body was already read. Mount the server before any body parser.',
);

function tooLarge({ bytes }: BodyLimits): Problem {
  return problem(413, 'too_large', `A request may have at most ${bytes} bytes.`);
}
