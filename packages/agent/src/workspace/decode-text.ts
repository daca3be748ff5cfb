/** No tool that works with the text of a file takes in more of it. */
export const MOST_TEXT_BYTES: number = 2 * 1024 * 1024;

const LOOK = 8192;

/** The text, exactly; undefined if the bytes are not UTF-8 text. `cut`: more would follow, the last character may lack its end. */
export function decodeText(bytes: Uint8Array, cut = false): string | undefined {
  if (isBinary(bytes)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}

/** `decodeText` in pieces, for whom a long text need not be there as a whole. Throws where the bytes are not UTF-8 text. */
export function* decodedPieces(bytes: Uint8Array): Iterable<string> {
  if (isBinary(bytes)) throw new TypeError('There are bytes of zero.');
  yield* decodedBy(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }), bytes);
}

/** What the decoder makes of all bytes, in pieces. */
export function* decodedBy(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): Iterable<string> {
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length });
}

const PIECE = 64 * 1024;

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOK).includes(0);
}
