import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SLICE, slices } from './slices.ts';

test('[L1] together they are the text, and no character is cut in two', () => {
  const text = `${'a'.repeat(SLICE - 1)}😀\ud800 and ${'→'.repeat(SLICE)}`;
  const cut = [...slices(text)];
  expect(cut.join('') === text).toBe(true);
  expect(cut.map((piece) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece))).toEqual(cut.map(() => false));
});

test('[issue 11] a slice that waits does not keep the text that it is of: the next one may be as long', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const waiting = Array.from({ length: 8 }, (_, n) => [...slices(`${n}`.repeat(20 * SLICE + 5000))].at(-1));
  expect(waiting.map((slice) => slice?.length)).toEqual(waiting.map(() => 5000));
  // Each text has 5 MB.
  expect(used() - before).toBeLessThan(10 * SLICE);
});
