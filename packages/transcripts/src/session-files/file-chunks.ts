import { closeSync, createReadStream, readSync } from 'node:fs';
import { unpackerFor } from './unpacker-for.ts';

const CHUNK = 1024 * 1024;
/** The magic numbers of what we unpack are no longer. */
const MAGIC_BYTES = 4;
/** More than any session has. A file that unpacks to more is an attack. */
const MOST_UNPACKED = 2 ** 31 - 1;

/** The bytes of an open file, piece by piece, unpacked if it is compressed; then the file is closed. One that is packed and torn gives what is before the tear, then throws `PackedDamage`. `size`: bytes after these came later. */
export async function* fileChunks(file: number, size?: number): AsyncGenerator<Buffer, void> {
  const unpacker = unpackerOf(file);
  const end = size === undefined || unpacker !== undefined ? {} : { end: Math.max(0, size - 1) };
  const packed = createReadStream('', { fd: file, start: 0, highWaterMark: CHUNK, ...end });
  let bytes = 0;
  for await (const chunk of unpacker === undefined ? packed : unpacker(packed)) {
    bytes += chunk.length;
    if (unpacker !== undefined && bytes > MOST_UNPACKED) throw new Error('it unpacks to more than 2 GB');
    yield chunk;
  }
}

function unpackerOf(file: number): ReturnType<typeof unpackerFor> {
  try {
    return unpackerFor(firstBytes(file));
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

export function firstBytes(file: number): Uint8Array {
  const first = Buffer.alloc(MAGIC_BYTES);
  return first.subarray(0, readSync(file, first, 0, MAGIC_BYTES, 0));
}
