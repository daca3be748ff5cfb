import { expect, test } from 'vitest';
import { shortNumber } from './short-number.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [999.4, '999'],
  [1000, '1.0k'],
  [45_210, '45.2k'],
  [999_949, '999.9k'],
  [999_950, '1.0M'],
  [999_949_999, '999.9M'],
  [999_950_000, '1.0G'],
  [5_000_000_000, '5.0G'],
  [1_234_500_000_000, '1,234.5G'],
])('%d is %s: no unit has a thousand of the one below', (value, text) => expect(shortNumber(value)).toBe(text));
