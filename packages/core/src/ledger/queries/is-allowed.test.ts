import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';

test('a decision allows or denies, and what nobody decided does neither', () => {
  expect((['once', 'thread', 'always', 'edit'] as const).map(isAllowed)).toEqual([true, true, true, true]);
  expect(isAllowed('deny')).toBe(false);
  expect((['answered', 'expired', 'withdrawn'] as const).map(isAllowed)).toEqual([undefined, undefined, undefined]);
});
