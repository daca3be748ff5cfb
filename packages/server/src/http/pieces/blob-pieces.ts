import type { ShownBlob } from '../../events/shown-ledger.ts';

/** What is read at once. */
const PIECE_BYTES = 64 * 1024;
/** What is given on at once: every stage on the way to a reader that takes nothing holds one, all of the same piece. */
const VIEW_BYTES = 16 * 1024;

/** `inPieces(c, blobPieces(blob))`: each is read when the one before is gone; while a slow reader takes one, nobody holds the whole. */
export async function* blobPieces({ size, read }: ShownBlob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < size; from += PIECE_BYTES) {
    const piece = await read({ from, bytes: PIECE_BYTES });
    if (!piece.ok) throw new Error(piece.error.message);
    for (let at = 0; at < piece.value.length; at += VIEW_BYTES) yield viewOf(piece.value, at);
  }
}

/** No copy: what was sent is left to the collector, and should not be left to it twice. */
function viewOf({ buffer, byteOffset, length }: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const size = Math.min(VIEW_BYTES, length - at);
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset + at, size);
  return new Uint8Array(new Uint8Array(buffer, byteOffset + at, size));
}
