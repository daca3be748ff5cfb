import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('what waits under a key is taken once, in the order it came', () => {
  const waiting = new KeyedQueue<number>();
  for (const [key, item] of [
    ['a', 1],
    ['__proto__', 2],
    ['a', 3],
  ] as const)
    waiting.add(key, item);
  expect(['a', 'b', 'a', '__proto__', 'a'].map((key) => waiting.take(key))).toEqual([1, undefined, 3, 2, undefined]);
  waiting.add('a', 4);
  expect(waiting.take('a')).toBe(4);
});
