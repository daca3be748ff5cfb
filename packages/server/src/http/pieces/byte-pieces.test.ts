import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytePieces } from './byte-pieces.ts';

async function all(texts: readonly string[]): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytePieces(texts)) pieces.push(piece);
  return pieces;
}

test('[M6] the pieces are together the texts, and none has more than 16 KB unless one text alone has', async () => {
  const text = fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 2000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(text.map(([unit, times]) => unit.repeat(times))), async (texts) => {
      const pieces = await all(texts);
      expect(Buffer.concat(pieces).toString()).toBe(texts.join(''));
      const longest = Math.max(0, ...texts.map((one) => Buffer.byteLength(one)));
      for (const piece of pieces) expect(piece.buffer.byteLength).toBeLessThanOrEqual(Math.max(16_384, longest));
    }),
    { numRuns: 100 },
  );
});

test('[M3] however short the texts are, even empty ones, others have their turn after some hundreds', async () => {
  let turns = 0;
  for await (const _ of bytePieces(Array.from({ length: 10_000 }, () => ''))) turns += 1;
  expect(turns).toBeGreaterThan(30);
});
