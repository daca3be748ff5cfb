import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibleRuns, visibleText } from './hidden-characters.ts';

describe('[L7] what a reader cannot see is shown', () => {
  test.each([
    ['a\u202Ecod.exe', 'a⟨U+202E⟩cod.exe'],
    ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['pass\u200Bword', 'pass⟨U+200B⟩word'],
    ['\x1b[31m', '⟨ESC⟩[31m'],
    ['\0\x07\x9b', '⟨NUL⟩⟨BEL⟩⟨U+009B⟩'],
    ['ok\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}', 'ok⟨hidden: ignore⟩'],
    ['\ud800x', '⟨U+D800⟩x'],
    ['a\u{FE01}\u{FE02}\u{FE03}', 'a⟨3 variation selectors⟩'],
    ['\u2028', '⟨U+2028⟩'],
  ])('%j', (text, visible) => expect(visibleText(text)).toBe(visible));

  test.each(['plain', 'tab\tand\nnewline', '👩‍👩‍👧 ❤️', 'می‌خواهم', '日本語', 'עברית', ''])('%j stays as it is', (text) => {
    expect(visibleText(text)).toBe(text);
    expect(visibleRuns(text)).toEqual([{ kind: 'plain', text }]);
  });

  test('nothing hidden is left, and what was visible is all there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const runs = visibleRuns(text);
        expect(runs.map((run) => run.text).join('')).toBe(visibleText(text));
        expect(visibleText(text)).not.toMatch(
          // oxlint-disable-next-line no-control-regex -- these are what must not be there
          /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u,
        );
      }),
    );
  });
});
