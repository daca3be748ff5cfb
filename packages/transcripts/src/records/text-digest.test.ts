import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIGEST_WORDS, textDigest } from './text-digest.ts';

function digest(text: string | Uint8Array): string {
  const words = new Uint32Array(DIGEST_WORDS);
  textDigest(text, words);
  return words.join(' ');
}

it('texts that are almost the same have other digests, each word of them', () => {
  const texts = new Set(['', '\0', '\0\0', '\0\0\0', 'a', 'a\0', '\0a', 'ab', 'ba', '\ud800', '\udc00', '\ufffd']);
  for (let n = 0; n < 20_000; n += 1) texts.add(`id ${n}`).add('x'.repeat(n % 300) + String.fromCharCode(n));
  const seen = Array.from(texts, (text) => digest(text).split(' '));
  expect(new Set(seen.map((words) => words.slice(0, 2).join(' '))).size).toBe(texts.size);
  expect(new Set(seen.map((words) => words.slice(2).join(' '))).size).toBe(texts.size);
  // 40,000 of 2^32: a handful are the same by chance.
  for (let word = 0; word < DIGEST_WORDS; word += 1)
    expect(new Set(seen.map((words) => words[word])).size).toBeGreaterThan(texts.size - 20);
});

it('the same text has the same digest, however it was put together', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(digest(one + other)).toBe(digest([one, other].join('')));
    }),
  );
});

it('a long text counts to its last character, wherever it is cut for the encoder', () => {
  const lengths = [16_383, 16_384, 16_385, 32_768, 50_000];
  const texts = lengths.flatMap((length) => {
    const text = 'x'.repeat(length);
    return [text, `${text}y`, `${text}😀`, `${text}\ud83d`, `${text}\ude00`, `${text}\ufffd`, `y${text}`];
  });
  expect(new Set(texts.map(digest)).size).toBe(new Set(texts).size);
});

it('a text with half a character is not the text that JSON writes for it', () => {
  expect(digest('\ud800')).not.toBe(digest(JSON.stringify('\ud800')));
});

it('the bytes of a text have its digest, wherever it is cut for the encoder', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const unit = fc.constantFrom('a', '\0', 'é', '→', '😀');
  fc.assert(
    fc.property(unit, fc.integer({ min: 0, max: 60_000 }), fc.string({ unit: 'grapheme' }), (sign, count, rest) => {
      const text = sign.repeat(count) + rest;
      expect(digest(bytes(text))).toBe(digest(text));
    }),
  );
});
