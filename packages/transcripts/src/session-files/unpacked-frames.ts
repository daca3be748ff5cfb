import type { Transform } from 'node:stream';
import { unpackedChunks } from './unpacked-chunks.ts';
import { ZstdFrames } from './zstd-frames.ts';
import type { FramePiece } from './zstd-frames.ts';

/** What all frames of a Zstandard file unpack to, one after another; each has an unpacker of its own. */
export async function* unpackedFrames(
  packed: AsyncIterable<Buffer>,
  unpacker: () => Transform,
): AsyncGenerator<Buffer, void> {
  const pieces = piecesOf(packed);
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
      if (next.value.isData) yield* unpackedChunks(frameOf(next.value, pieces), unpacker());
  } finally {
    await pieces.return();
  }
}

async function* piecesOf(packed: AsyncIterable<Buffer>): AsyncGenerator<FramePiece, void> {
  const frames = new ZstdFrames();
  for await (const chunk of packed) yield* frames.pieces(chunk);
}

async function* frameOf(first: FramePiece, rest: AsyncGenerator<FramePiece, void>): AsyncGenerator<Buffer, void> {
  yield first.bytes;
  for (let { ends } = first; !ends;) {
    const next = await rest.next();
    if (next.done === true) return;
    ({ ends } = next.value);
    yield next.value.bytes;
  }
}
