import type { Transform } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import * as zlib from 'node:zlib';

/** The bytes, or why there are none. */
export type Decompressed =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** More than any session has. A file that unpacks to more is an attack. */
export const MOST_BYTES: number = 2 ** 31 - 1;

const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

/** A stream that unpacks what begins so; undefined for what is not compressed. */
export function unpackerFor(first: Uint8Array): Transform | undefined {
  if (begins(first, GZIP)) return zlib.createGunzip({ chunkSize: CHUNK });
  if (!begins(first, ZSTANDARD)) return undefined;
  if (typeof zlib.createZstdDecompress !== 'function') throw new Error(NO_ZSTANDARD);
  return zlib.createZstdDecompress({ chunkSize: CHUNK });
}

const CHUNK = 1024 * 1024;
const NO_ZSTANDARD = `Zstandard needs Node 22.15 or newer; this is ${process.version}`;

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
    return { ok: false, reason: NO_ZSTANDARD };
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
