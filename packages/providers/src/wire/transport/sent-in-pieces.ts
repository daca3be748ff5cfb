import { Buffer } from 'node:buffer';
import { isFirstHalf } from '@toolthread/core/text';

/** In letters: a shorter body is sent as it is. */
const LONG = 250_000;
const PIECE = 20_000;

/**
 * A long body is made into bytes as they are sent. `fetch` makes all of it into bytes at once and copies these, and nobody collects
 * either before the answer is long there: twice the thread, for each request.
 */
export function sentInPieces(init: RequestInit): RequestInit {
  const { body } = init;
  if (typeof body !== 'string' || body.length < LONG) return init;
  const headers = new Headers(init.headers);
  // Without a length it would go in chunks, which not every service takes.
  headers.set('content-length', String(Buffer.byteLength(body)));
  return { ...init, headers, body: bytesOf(body), duplex: 'half' };
}

function bytesOf(text: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let from = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (from >= text.length) return controller.close();
        const end = from + PIECE;
        // No piece ends within a pair.
        const to = isFirstHalf(text.charCodeAt(end - 1)) ? end - 1 : end;
        controller.enqueue(encoder.encode(text.slice(from, to)));
        from = to;
      },
    },
    { highWaterMark: 0 },
  );
}
