import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesWithin, matchesWords } from './matches-words.ts';

/** How often a word was looked at. */
function counted(words: readonly string[]): { readonly words: readonly string[]; readonly reads: () => number } {
  let reads = 0;
  const seen = new Proxy(words, {
    get: (all, key, self) => {
      if (typeof key === 'string' && /^\d\d*$/.test(key)) reads += 1;
      return Reflect.get(all, key, self);
    },
  });
  return { words: seen, reads: () => reads };
}

test.each(['rm *', 'a a a b', '* * *x', 'a* *', '?'])(
  '[A10 2] to look for `%s` among words, each is read at most once for each word of the pattern',
  (pattern) => {
    for (const word of ['a', '', 'aaaaaaaa/a']) {
      const many = counted(Array<string>(5000).fill(word));
      matchesWithin(many.words, pattern);
      expect(many.reads()).toBeLessThanOrEqual(5000 * pattern.split(' ').length);
    }
  },
);

const word = fc.constantFrom('a', 'B', 'c', '/x/a', 'a/B', '');
const pattern = fc.constantFrom('a', 'a *', 'b c', 'a ? *', '*', 'a* c', '? ?');

test('words within others are those that begin somewhere, in any case', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), pattern, (words, wanted) => {
      const begins = (rest: readonly string[]): boolean =>
        rest.some((_, n) => matchesWords(rest.slice(0, n + 1), wanted));
      const folded = words.map((one) => one.toLowerCase());
      const expected = folded.some((one, at) => begins([one.slice(one.lastIndexOf('/') + 1), ...folded.slice(at + 1)]));
      expect(matchesWithin(words, wanted)).toBe(expected);
    }),
  );
});
