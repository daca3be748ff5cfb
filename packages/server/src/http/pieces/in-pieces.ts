import type { HttpContext } from '../http.ts';

/** A reader that takes nothing for this long is dropped: what its answer is made from may be large. */
const STALL_MS = 30_000;

/** An answer that is made as it is read: the next piece when the one before is gone. `inPieces(c, bytePieces(texts))` */
export function inPieces(c: HttpContext, pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Response {
  const response = c.env.outgoing;
  response.setTimeout(STALL_MS, () => void response.destroy());
  return c.body(ReadableStream.from(pieces));
}
