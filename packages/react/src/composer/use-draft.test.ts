import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutSent, withUnsent } from './use-draft.ts';

test('nothing that was written while a message was on its way is lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (sent, after) => {
      expect(withoutSent(sent + after, sent)).toBe(after.trimStart());
    }),
  );
  expect(withoutSent('something else by now', 'sent')).toBe('something else by now');
});

test('what was refused is in the field again, once, in front of what was written since', () => {
  expect(withUnsent('one', ['one'])).toBe('one');
  expect(withUnsent('one and two', ['one', 'two'])).toBe('one and two');
  expect(withUnsent('two', ['one', 'two'])).toBe('one\ntwo');
  expect(withUnsent('three', ['one', 'two'])).toBe('one\ntwo\nthree');
  expect(withUnsent('', ['one'])).toBe('one');
  expect(withUnsent('words', [''])).toBe('words');
});
