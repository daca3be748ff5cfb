import { expect, test } from 'vitest';
import { positional } from './positional.ts';

test('every $n becomes a ?, and names its value as often as it stands there', () => {
  expect(positional('a = $2 and b = $1 or c = $2 and d = $12')).toEqual({
    sql: 'a = ? and b = ? or c = ? and d = ?',
    order: [1, 0, 1, 11],
  });
});
