import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNewlines } from './with-newlines.ts';
import { withoutBlankLines } from './without-blank-lines.ts';

test('blank lines around a text are gone, the indent of its first line stays', () => {
  const text = fc.array(fc.constantFrom(' ', '\t', '\n', '\r', '\r\n', 'a', 'b')).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (any) => {
      const lines = any.replace(/\r\n?/g, '\n').split('\n');
      const first = lines.findIndex((line) => line.trim() !== '');
      const expected = first === -1 ? '' : lines.slice(first).join('\n').trimEnd();
      expect(withoutBlankLines(any)).toBe(expected);
    }),
  );
});

test('B.6 38: a text of megabytes of blank lines is a text like any other', () => {
  for (const blank of ['\n', ' \n', '\r'])
    expect(withoutBlankLines(`${blank.repeat(5_000_000)}  one${blank.repeat(10)}`)).toBe('  one');
});

test('lines of a long text are ended by one newline wherever it is cut into pieces', () => {
  for (const before of [256 * 1024 - 2, 256 * 1024 - 1, 256 * 1024])
    for (const end of ['\r\n', '\r', '\n'])
      expect(withNewlines(`${'x'.repeat(before)}${end}y${end}`)).toBe(`${'x'.repeat(before)}\ny\n`);
});
