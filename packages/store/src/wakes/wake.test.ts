import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wakeText, parseWake } from './wake.ts';

test('a wake is heard as it was said, whatever the thread is called', () => {
  const wakes = fc.record({
    node: fc.uuid(),
    thread: fc.string({ unit: 'binary', maxLength: 60 }),
    seq: fc.integer({ min: -1 }),
  });
  fc.assert(
    fc.property(wakes, (wake) => {
      const text = wakeText(wake);
      expect(text).not.toContain('\0');
      expect(parseWake(text ?? '')).toEqual(wake);
    }),
  );
});

test('one that is too long is not said, and what is none is not heard', () => {
  expect(wakeText({ node: 'a', thread: 'x'.repeat(7000), seq: 1 })).toBeUndefined();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const heard = parseWake(text);
      if (heard === undefined) return;
      expect([typeof heard.node, typeof heard.thread, typeof heard.seq]).toEqual(['string', 'string', 'number']);
    }),
  );
  for (const text of ['', 'null', '{}', '["a"]', '["a","b","c"]', '[1,2,3]']) expect(parseWake(text)).toBeUndefined();
});
