import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEntities } from './decode-entities.ts';

test.each([
  ['a &lt; b &amp;&amp; c', 'a < b && c'],
  ['&#65;&#x42;', 'AB'],
  ['&#0; &#xD800; &#9999999;', '\ufffd \ufffd \ufffd'],
  ['&constructor; &unknown; &amp', '&constructor; &unknown; &amp'],
  ['&amp;lt;', '&lt;'],
  [
    'Sch&ouml;n, &AElig;on &Oslash;re &frac34; &Eacute;t&eacute; Stra&szlig;e &Scaron; &ntilde;',
    'Schön, Æon Øre ¾ Été Straße Š ñ',
  ],
  ['&sup2; &euro; &ldquo;a&rdquo;', '² € “a”'],
  ['I &hearts; &pi; &le; &Pi; &rarr; &check; &thetasym; &Thorn; &THORN;', 'I ♥ π ≤ Π → ✓ ϑ &Thorn; Þ'],
  ['&Hearts; &PI; &Sigmaf; &Thetasym; &Uarr;', '&Hearts; &PI; &Sigmaf; &Thetasym; &Uarr;'],
  ['&quml; &Szlig; &Rarr; &Amp; &a; &toString; &__proto__;', '&quml; &Szlig; &Rarr; &Amp; &a; &toString; &__proto__;'],
])('%j reads %j', (text, read) => expect(decodeEntities(text)).toBe(read));

test('any text can be decoded, and text without an ampersand stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const decoded = decodeEntities(text);
      if (!text.includes('&')) expect(decoded).toBe(text);
    }),
  );
});
