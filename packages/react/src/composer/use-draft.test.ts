import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutSent } from './use-draft.ts';

test('nothing that was written while a message was on its way is lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (sent, after) => {
      expect(withoutSent(sent + after, sent)).toBe(after.trimStart());
    }),
  );
  expect(withoutSent('something else by now', 'sent')).toBe('something else by now');
});
