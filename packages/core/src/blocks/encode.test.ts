import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode, encodeName } from './encode.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        '@',
        '\u200b',
        '(',
        '\n',
        '\r',
        'amp;',
        'lt;',
        '#x27;',
        '#40;',
        '</tool>',
      ),
    )
    .map((pieces) => pieces.join('')),
);

describe('text inside a block', () => {
  it('is escaped as HTML is', () => {
    expect(encode(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#x27;&amp;&#x27;&lt;/a&gt;');
    expect(encode('(1)\n(2)')).toBe('(1)\n(2)');
  });

  it('[L7] holds no tag and mentions nobody', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const written of [encode(text), encodeName(text)]) {
          expect(written).not.toMatch(/[<>"']/);
          expect(written).not.toMatch(/@(?!\u200b)/);
        }
        expect(encodeName(text)).not.toMatch(/[(\n\r]/);
      }),
    );
  });

  it('comes out as it went in', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(decode(encode(text))).toBe(text);
        expect(decode(encodeName(text))).toBe(text);
      }),
    );
  });

  it('written by others comes out too', () => {
    expect(decode('&#39;it&#39; &amp;lt; &nbsp; &')).toBe("'it' &lt; &nbsp; &");
  });
});
