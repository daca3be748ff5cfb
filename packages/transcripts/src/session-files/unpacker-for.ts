import * as zlib from 'node:zlib';
import { unpackedChunks } from './unpacked-chunks.ts';
import { unpackedFrames } from './unpacked-frames.ts';

const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
/** Of a frame without data, behind its first byte, which is one of sixteen. Some programs write it first. */
const SKIPPED = [0x2a, 0x4d, 0x18];
const CHUNK = 1024 * 1024;
/** A file may have many small frames. */
const FRAME_CHUNK = 128 * 1024;
const NO_ZSTANDARD = `Zstandard needs Node 22.15 or newer; this is ${process.version}`;

type Unpacker = (packed: AsyncIterable<Buffer>) => AsyncGenerator<Buffer, void>;

/** Unpacks what begins so; undefined for what is not compressed. */
export function unpackerFor(first: Uint8Array): Unpacker | undefined {
  if (begins(first, GZIP)) return (packed) => unpackedChunks(packed, zlib.createGunzip({ chunkSize: CHUNK }));
  const isSkipped = (first[0] ?? 0) >> 4 === 5 && begins(first.subarray(1), SKIPPED);
  if (!begins(first, ZSTANDARD) && !isSkipped) return undefined;
  if (typeof zlib.createZstdDecompress !== 'function') throw new Error(NO_ZSTANDARD);
  return (packed) => unpackedFrames(packed, () => zlib.createZstdDecompress({ chunkSize: FRAME_CHUNK }));
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((value, index) => bytes[index] === value);
}
