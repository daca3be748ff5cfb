import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applySgr, plainStyle } from './terminal-style.ts';

test.each([
  ['31', { color: 1 }],
  ['97', { color: 15 }],
  ['44;1', { background: 4, bold: true }],
  ['38;5;9', { color: 9 }],
  ['38;5;196', { color: '#ff0000' }],
  ['38;5;244', { color: '#808080' }],
  ['48;2;1;2;255', { background: '#0102ff' }],
  ['38;2;300;0;0', { color: undefined }],
  ['1;22', { bold: false }],
  ['31;39', { color: undefined }],
  ['1;31;0', plainStyle],
  ['', plainStyle],
])('%j', (parameters, expected) => expect(applySgr(plainStyle, parameters)).toMatchObject(expected));

test('[L7] a colour is one of the theme or six hexadecimal digits, whatever the sequence says', () => {
  const part = fc.oneof(fc.constantFrom('38', '48', '5', '2', ''), fc.nat({ max: 1000 }).map(String));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { color, background } = applySgr(plainStyle, parts.join(';'));
      for (const each of [color, background]) {
        if (typeof each === 'string') expect(each).toMatch(/^#[0-9a-f]{6}$/);
        else if (each !== undefined) expect(each >= 0 && each <= 15).toBe(true);
      }
    }),
  );
});
