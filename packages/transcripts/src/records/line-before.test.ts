import { expect, test } from 'vitest';
import { LineBefore } from './line-before.ts';

test('a line is the one before it, however long it is', () => {
  const long = 'x'.repeat(1024 * 1024);
  const before = new LineBefore();
  for (const line of ['', 'a', long, `${long}y`, `${long}z`, 'b']) {
    if (line !== '') expect(before.is(line)).toBe(false);
    before.set(line);
    expect(before.is(line)).toBe(true);
  }
});
