import type { Transform } from 'node:stream';

/** What is packed ends too early, or is broken: what came before it was given. */
export class PackedDamage extends Error {}

/** This much is given to the unpacker at a time. What it had unpacked of a broken piece is lost: of a small file, a piece is small. */
const LEAST_PIECE = 256;
const MOST_PIECE = 16 * 1024;

function pieceAt(given: number): number {
  return Math.min(MOST_PIECE, Math.max(LEAST_PIECE, Math.floor(given / 8)));
}

/** What a stream unpacks, as far as it goes: all of it is taken before the next piece is given, so that no damage costs what was before it. */
export async function* unpackedChunks(
  packed: AsyncIterable<Buffer>,
  unpacker: Transform,
): AsyncGenerator<Buffer, void> {
  const news = new News();
  const now: { error?: Error; ended?: true } = {};
  unpacker.on('readable', news.tell);
  unpacker.on('end', () => news.tell((now.ended = true)));
  unpacker.on('error', (error) => news.tell((now.error = error)));
  try {
    let given = 0;
    for await (const chunk of packed)
      for (let start = 0; start < chunk.length;) {
        let isTaken = false;
        const piece = chunk.subarray(start, start + pieceAt(given));
        start += piece.length;
        given += piece.length;
        unpacker.write(piece, () => news.tell((isTaken = true)));
        yield* untilThen(unpacker, news, () => isTaken || now.error !== undefined);
        if (now.error !== undefined) throw new PackedDamage(now.error.message);
      }
    unpacker.end();
    yield* untilThen(unpacker, news, () => now.ended === true || now.error !== undefined);
    if (now.error !== undefined) throw new PackedDamage(now.error.message);
  } finally {
    unpacker.destroy();
  }
}

/** What can be read until then. */
async function* untilThen(unpacker: Transform, news: News, isThen: () => boolean): AsyncGenerator<Buffer, void> {
  for (;;) {
    const heard = news.next();
    for (let chunk: unknown = unpacker.read(); chunk !== null; chunk = unpacker.read())
      if (Buffer.isBuffer(chunk)) yield chunk;
    if (isThen()) return;
    await heard;
  }
}

/** Something has happened since somebody asked for news. */
class News {
  #waiting: (() => void)[] = [];

  readonly tell = (_what?: unknown): void => {
    for (const wake of this.#waiting.splice(0)) wake();
  };

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
