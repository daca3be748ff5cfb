import { expect, test } from 'vitest';
import { nextTheme } from './theme.ts';

test('one button goes through all three and comes back', () => {
  expect(nextTheme('system')).toBe('light');
  expect(nextTheme('light')).toBe('dark');
  expect(nextTheme('dark')).toBe('system');
});
