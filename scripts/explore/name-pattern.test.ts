import { expect, test } from 'vitest';
import { namePattern } from './name-pattern.ts';

test.each(['[L2] from any history', 'a > b: (1 + 1)? $x ^y {z} a|b c\\d *', 'plain'])(
  '%s is chosen by its pattern, and nothing else is',
  (name) => {
    const pattern = new RegExp(`^(?:${namePattern(name)})$`);
    expect(pattern.test(name)).toBe(true);
    expect(pattern.test(name.replaceAll(' > ', ' '))).toBe(true);
    expect(pattern.test(`${name}x`)).toBe(false);
  },
);
