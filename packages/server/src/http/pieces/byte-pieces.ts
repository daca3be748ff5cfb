import { eventLoop } from '@toolthread/store';

/** A reader that takes nothing holds a piece of so many bytes, and as much before it as a socket takes at once. */
const BYTES = 16_384;
/** In one turn of the event loop. */
const TEXTS = 200;

/**
 * Texts as bytes, made as they are read, with turns for others between. Each text is written where it goes at once: of what a reader
 * does not take nobody holds the text as well, nor leaves it to the collector. `inPieces(c, bytePieces(texts))`
 */
export async function* bytePieces(texts: Iterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let bytes = Buffer.allocUnsafeSlow(BYTES);
  let used = 0;
  let taken = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text);
    if (taken === TEXTS || used + size > bytes.length) {
      yield bytes.subarray(0, used);
      await eventLoop.next();
      bytes = Buffer.allocUnsafeSlow(Math.max(BYTES, size));
      used = 0;
      taken = 0;
    }
    used += bytes.write(text, used);
    taken += 1;
  }
  yield bytes.subarray(0, used);
}
