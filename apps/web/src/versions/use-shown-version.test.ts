import { expect, test } from 'vitest';
import { versionsIn } from './use-shown-version.ts';

test('the address names a version, and one in it; what is no number names none', () => {
  expect([versionsIn('#version=120'), versionsIn('#at=3&version=120,45')]).toEqual([[120], [120, 45]]);
  expect(['', '#at=3', '#version=', '#version=x', '#version=0', '#version=-1', '#version=1,'].map(versionsIn)).toEqual(
    Array.from({ length: 7 }, () => []),
  );
});
