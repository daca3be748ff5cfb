import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from './visible.ts';

describe('[L7] what nobody sees is shown', () => {
  it.each([
    ['\u001b[2J', '␛[2J'],
    ['\u001b]8;;http://x\u0007y', '␛]8;;http://x␇y'],
    ['a\rb', 'a␍b'],
    ['\u007f', '␡'],
    ['\u009b1A', '\ufffd1A'],
    ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
    ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['a\u200bb', 'a⟨U+200B⟩b'],
    ['\ufeff', '⟨U+FEFF⟩'],
    ['\u2028', '⟨U+2028⟩'],
    ['ok\u{e0069}\u{e0067}\u{e006e}\u{e007f}', 'ok⟨hidden: ign·⟩'],
    ['😀\ufe0f\ufe01\u{e0100}', '😀⟨3 variation selectors⟩'],
  ])('%j is drawn as %s', (text, shown) => expect(visible(text)).toBe(shown));

  it('what people write stays as it is', () => {
    const plain = 'naïve 👩‍👩‍👧 ❤️ שלום नमस्ते\tx\ny';
    expect(visible(plain)).toBe(plain);
    expect(visible('a\r\nb')).toBe('a\nb');
  });

  it('nothing is left that a terminal obeys, and showing twice shows no more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visible(text);
        expect(shown.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}|[\u{e0000}-\u{e007f}]/u);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});
