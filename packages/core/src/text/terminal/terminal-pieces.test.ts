import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../plain-text.ts';
import { terminalPieces } from './terminal-pieces.ts';
import { begunBy, continuedBy } from './terminal-state.ts';
import type { TerminalState } from './terminal-state.ts';

const pieces = (text: string): readonly string[] => [...terminalPieces(text)];

it.each([
  ['10%\r\u001b[1m20%\r\n', ['10%', '\r', '\u001b[1m', '20%', '\r\n']],
  ['a\b\u009b31mred', ['a', '\b', '\u009b31m', 'red']],
  [
    '\u001b]0;title\u0007x\u001b]8;;u\u001b\\y\u001bPq\u009cz',
    ['\u001b]0;title\u0007', 'x', '\u001b]8;;u\u001b\\', 'y', '\u001bPq\u009c', 'z'],
  ],
  ['\u001b]0;cut\nnext', ['\u001b]0;cut', '\n', 'next']],
  ['\u001b]0;one\u001b[1mtwo', ['\u001b]0;one', '\u001b[1m', 'two']],
  ['\u001b(Bx\u001bcy\u001b', ['\u001b(B', 'x', '\u001bc', 'y', '\u001b']],
  ['\u001b[12\nx', ['\u001b[12', '\n', 'x']],
])('%j is divided where a terminal divides it', (text, expected) => expect(pieces(text)).toEqual(expected));

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...'\u001b[](0;:K2mG\u0007\\\u009b\u009c\r\n\b'), fc.string()))
  .map((parts) => parts.join(''));

it('the pieces are the whole text, whatever it is', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(pieces(text).join('')).toBe(text);
      expect(pieces(text)).not.toContain('');
    }),
  );
});

it('[L7] stepping through the states by hand strips what the text for models is stripped of', () => {
  fc.assert(
    fc.property(hostile, (given) => {
      // Nothing that writes over what is there.
      const text = given.replace(/[\r\bGJK]/g, '');
      let state: TerminalState = 'text';
      let words = '';
      for (const character of text) {
        const next: TerminalState | undefined = continuedBy(state, character.charCodeAt(0));
        state = next ?? begunBy(character.charCodeAt(0));
        if (next === undefined && state === 'text') words += character;
      }
      expect(plainText(words)).toBe(plainText(text));
    }),
  );
});
