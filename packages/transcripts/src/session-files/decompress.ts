import { gunzipSync } from 'node:zlib';
import * as zlib from 'node:zlib';

/** The bytes, or why there are none. */
export type Decompressed =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** More than any session has. A file that unpacks to more is an attack. */
const MOST_BYTES = 2 ** 31 - 1;

const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

export function isCompressed(bytes: Uint8Array): boolean {
  return begins(bytes, GZIP) || begins(bytes, ZSTANDARD);
}

/**
 * Unpacks gzip and Zstandard, which it knows by their first bytes; what is not compressed is given back as it is.
 *
 * @example
 * import { gzipSync } from 'node:zlib';
 * const unpacked = decompress(gzipSync('words'));
 * unpacked.ok && Buffer.from(unpacked.bytes).toString(); //=> 'words'
 */
export function decompress(bytes: Uint8Array, mostBytes: number = MOST_BYTES): Decompressed {
  if (begins(bytes, GZIP)) return attempt(() => gunzipSync(bytes, { maxOutputLength: mostBytes }));
  if (!begins(bytes, ZSTANDARD)) return { ok: true, bytes };
  const { zstdDecompressSync } = zlib;
  if (typeof zstdDecompressSync !== 'function') {
    return { ok: false, reason: `Zstandard needs Node 22.15 or newer; this is ${process.version}` };
  }
  return attempt(() => zstdDecompressSync(bytes, { maxOutputLength: mostBytes }));
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((value, index) => bytes[index] === value);
}

function attempt(work: () => Uint8Array): Decompressed {
  try {
    return { ok: true, bytes: work() };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
