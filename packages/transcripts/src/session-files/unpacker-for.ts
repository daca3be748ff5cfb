import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
const CHUNK = 1024 * 1024;
const NO_ZSTANDARD = `Zstandard needs Node 22.15 or newer; this is ${process.version}`;

/** A stream that unpacks what begins so; undefined for what is not compressed. */
export function unpackerFor(first: Uint8Array): Transform | undefined {
  if (begins(first, GZIP)) return zlib.createGunzip({ chunkSize: CHUNK });
  if (!begins(first, ZSTANDARD)) return undefined;
  if (typeof zlib.createZstdDecompress !== 'function') throw new Error(NO_ZSTANDARD);
  return zlib.createZstdDecompress({ chunkSize: CHUNK });
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((value, index) => bytes[index] === value);
}
