import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Automaton, Matcher } from './automaton.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
const words = fc.array(word, { minLength: 1, maxLength: 8 });
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 60 });

/** Of each character, where the longest word began that ends with it; -1 where none does. */
function found(automaton: Automaton, read: string): number[] {
  const matcher = new Matcher(automaton);
  return Array.from(read, (character, at) => matcher.step(character.charCodeAt(0), at));
}

test('the longest word that ends with a character is found, whatever was read before by whom', () => {
  fc.assert(
    fc.property(words, fc.array(text, { minLength: 1, maxLength: 3 }), (many, texts) => {
      const automaton = new Automaton(many);
      for (const read of texts) {
        const expected = Array.from(read, (_, at) => {
          const ends = many.filter((one) => read.slice(0, at + 1).endsWith(one)).map(({ length }) => at + 1 - length);
          return ends.length === 0 ? -1 : Math.min(...ends);
        });
        expect(found(automaton, read)).toEqual(expected);
      }
    }),
    { numRuns: 1000 },
  );
});

test('[M2] a list of secrets costs what its words cost: what no text has asked for is not worked out', () => {
  const many = Array.from({ length: 300 }, (_, n) => `${n} ${'abcdefghijklmnopqrstuvwxyz'.repeat(3)}`);
  const written = (automaton: Automaton): number =>
    automaton.table.reduce((sum, cell) => sum + (cell === 0 ? 0 : 1), 0);
  const letters = many.reduce((sum, { length }) => sum + length, 0);
  const automaton = new Automaton(many);
  // For each letter where it leads and how far it is, and for each word its end.
  expect(written(automaton)).toBeLessThanOrEqual(letters * 2 + many.length);
  found(automaton, 'no word is in this text, as in most');
  expect(written(automaton)).toBeLessThan(letters * 2 + many.length + 200);
});

test('[M3] many readers of the same words take no memory outside of the heap: V8 collects all of the heap for it', () => {
  const automaton = new Automaton(['a'.repeat(500)]);
  const before = process.memoryUsage().arrayBuffers;
  const readers = Array.from({ length: 100 }, () => new Matcher(automaton));
  expect(readers).toHaveLength(100);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000);
});
