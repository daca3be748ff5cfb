import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableText, textStored } from './storable-text.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', '\0', '\u0001', '"', '\\', '\ud83d', '\ude00', '😀') });

test('[L4] every text can be kept by PostgreSQL and SQLite, and no two become one', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const kept = storableText(one);
      expect(Buffer.from(kept, 'utf8').toString('utf8')).toBe(kept);
      expect(kept).not.toContain('\0');
      expect(kept === storableText(other)).toBe(one === other);
      expect(textStored(kept)).toBe(one);
    }),
  );
});

test('what can be kept as it is stays as it is', () => {
  expect(['', 'm-1', 'Grüße 😀', '"quoted"'].map(storableText)).toEqual(['', 'm-1', 'Grüße 😀', '"quoted"']);
});
