import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, visibleRuns } from './visible.ts';

describe('[L7] what nobody sees is shown', () => {
  it.each([
    ['\u001b[2J', '␛[2J'],
    ['\u001b]8;;http://x\u0007y', '␛]8;;http://x␇y'],
    ['a\rb', 'a␍b'],
    ['\u007f', '␡'],
    ['\u009b1A', '⟨U+009B⟩1A'],
    ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
    ['r\u{1d159}m \u{16fe4}\u{13430}', 'r⟨U+1D159⟩m ⟨U+16FE4⟩⟨U+13430⟩'],
    ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['a\u200bb', 'a⟨U+200B⟩b'],
    ['\ufeff', '⟨U+FEFF⟩'],
    ['\u2028', '⟨U+2028⟩'],
    ['ok\u{e0069}\u{e0067}\u{e006e}\u{e007f}', 'ok⟨hidden: ign·⟩'],
    ['😀\ufe0f\ufe01\u{e0100}', '😀⟨3 variation selectors⟩'],
  ])('%j is drawn as %s', (text, shown) => expect(visible(text)).toBe(shown));

  it.each([
    ['the fillers of Hangul', 'a\u3164b\u115fc\u1160d\uffa0', 'a⟨U+3164⟩b⟨U+115F⟩c⟨U+1160⟩d⟨U+FFA0⟩'],
    ['half a character', '\ud800x\udc00', '⟨U+D800⟩x⟨U+DC00⟩'],
    ['a selector on a letter of ASCII', 'r\ufe01m\u{e0155}', 'r⟨U+FE01⟩m⟨U+E0155⟩'],
    ['a joiner between letters of ASCII', 'rm\u200d -rf\u200c', 'rm⟨U+200D⟩ -rf⟨U+200C⟩'],
    ['a selector on what is hidden itself', '\u{e0072}\ufe01\u3164\u200d', '⟨hidden: r⟩⟨U+FE01⟩⟨U+3164⟩⟨U+200D⟩'],
    ['joiners in a row', '😀\u200d\u200d\u200c', '😀⟨3 hidden characters⟩'],
    ['a mark that joins graphemes', 'rm\u034f', 'rm⟨U+034F⟩'],
    ['vowels without a shape', 'ក\u17b4\u17b5', 'ក⟨U+17B4⟩⟨U+17B5⟩'],
    ['controls of music and shorthand', '\u{1d173}\u{1bca0}', '⟨U+1D173⟩⟨U+1BCA0⟩'],
    ['a flood of marks', `a${'\u0301'.repeat(40)}b`, 'a⟨40 combining marks⟩b'],
    ['a flood with joiners between', `a${'\u0591\u200d'.repeat(20)}b`, 'a⟨40 combining marks⟩b'],
    ['a soft hyphen and a deprecated one', 'a\u00adb\u206a', 'a⟨U+00AD⟩b⟨U+206A⟩'],
  ])('[H2] %s', (_, text, shown) => expect(visible(text)).toBe(shown));

  it.each([
    'naïve 👩‍👩‍👧 ❤️‍🔥 1️⃣ #️⃣ ☎︎ 🇩🇪 👍🏽',
    'שלום नमस्ते क्‍ष می‌خواهم PDF‌ها',
    '漢字 葛\u{e0100} 日本語\tx\ny',
    'Vie\u0302\u0323t Na\u0300m',
    '',
  ])('what people write stays as it is: %j', (plain) => {
    expect(visible(plain)).toBe(plain);
    expect(visibleRuns(plain)).toEqual([{ kind: 'plain', text: plain }]);
  });

  it('the line ends of Windows are line ends', () => {
    expect(visible('a\r\nb')).toBe('a\nb');
    expect(visibleRuns('a\r\nb')).toEqual([{ kind: 'plain', text: 'a\r\nb' }]);
  });

  it('nothing is left that a terminal obeys, showing twice shows no more, and the pieces are the whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visible(text);
        expect(shown.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u{e0000}-\u{e007f}]/u);
        expect(visible(shown)).toBe(shown);
        const pieces = visibleRuns(text).map((run) => run.text);
        expect(pieces.join('').replaceAll('\r\n', '\n')).toBe(shown);
      }),
    );
  });
});
