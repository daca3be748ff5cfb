import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const rewritten = (lines: number, word: string): string =>
  Array.from({ length: lines }, (_, n) => `${word} ${n}\n`).join('');

test('[M3] while thousands of rewritten lines are compared, the event loop goes on', async () => {
  const all = Array.from({ length: 4 }, () =>
    lineDiff({ before: rewritten(4000, 'old'), after: rewritten(4000, 'new'), context: 3, ms: 300 }),
  );
  const ended = Promise.all(all).then(() => 'ended');
  const first = await Promise.race([ended, new Promise((resolve) => setImmediate(resolve, 'the loop goes on'))]);
  await ended;
  expect(first).toBe('the loop goes on');
});

test('few lines and many give what the one comparison gives', async () => {
  const line = fc.constantFrom('a\n', 'b\n', 'c\n');
  const last = fc.constantFrom('a\n', 'b', '\n', 'c\r\n', '');
  const lines = fc.tuple(fc.array(line, { maxLength: 30 }), last).map(([many, one]) => [...many, one]);
  const text = fc.tuple(fc.oneof(lines, fc.constant([])), fc.constantFrom(0, 0, 300));
  await fc.assert(
    fc.asyncProperty(text, text, async ([one, more], [two]) => {
      const common = rewritten(more, 'same');
      const [before, after] = [common + one.join(''), common + two.join('')];
      const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
      expect(await lineDiff({ before, after, context: 3, ms: 60_000 })).toEqual(hunks);
    }),
    { numRuns: 200 },
  );
});

test('what is too long, or has no time left, is not compared', async () => {
  const long = '\n'.repeat(60_000);
  expect(await lineDiff({ before: long, after: long, context: 3, ms: 60_000 })).toBeUndefined();
  expect(await lineDiff({ before: 'a', after: 'b', context: 3, ms: 0 })).toBeUndefined();
  expect(await lineDiff({ before: rewritten(500, 'a'), after: '', context: 3, ms: -1 })).toBeUndefined();
});
