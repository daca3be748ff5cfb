import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileName } from './export-form.ts';

test.each([
  ['Upgrade the parser!', 'upgrade-the-parser.html'],
  ['../../etc/passwd', 'etc-passwd.html'],
  ['Größe: 日本語', 'größe-日本語.html'],
  ['💥', 'thread.html'],
  [undefined, 'thread.html'],
])('%j is saved as %s', (title, name) => expect(fileName(title, 'html')).toBe(name));

test('any title gives one short name, without a path, a space or a sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const name = fileName(title, 'jsonl');
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+\.jsonl$/u);
      expect([...name].length).toBeLessThan(70);
    }),
  );
});
