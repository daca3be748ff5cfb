import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begunPath, withPath } from './begun-path.ts';

test('a path is begun by an @ at the start of a word, before the cursor', () => {
  expect(begunPath('@', 1)).toEqual({ at: 0, words: '' });
  expect(begunPath('look at @src/pa', 15)).toEqual({ at: 8, words: 'src/pa' });
  expect(begunPath('(@a', 3)).toEqual({ at: 1, words: 'a' });
  expect(begunPath('@src and more', 4)).toEqual({ at: 0, words: 'src' });
  for (const text of ['', 'me@example.org', '@a b', '@@a']) expect(begunPath(text, text.length)).toBe(undefined);
});

test('the path stands in its place, and all the rest stays', () => {
  const begun = { at: 5, words: 'pa' };
  expect(withPath('Read @pa now', begun, 'src/parser.ts')).toEqual({ text: 'Read src/parser.ts now', cursor: 19 });
  expect(withPath('Read @pa', begun, 'my file.ts').text).toBe('Read "my file.ts" ');
  const words = fc.string({ unit: fc.constantFrom('a', ' ', '@', '/', '\n', '😀') });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const text = `${before}@a${after}`;
      const found = begunPath(text, before.length + 2);
      if (found === undefined) return;
      const made = withPath(text, found, 'x.ts');
      expect(made.text.startsWith(text.slice(0, found.at))).toBe(true);
      expect(made.text.slice(0, made.cursor).endsWith('x.ts ')).toBe(true);
      expect(made.text.slice(made.cursor)).toBe(after.replace(/^ /, ''));
    }),
  );
});
