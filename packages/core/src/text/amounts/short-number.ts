import { english } from '../language/english.ts';
import type { Language } from '../language/language.ts';

const UNITS = ['k', 'M', 'G'] as const;

/**
 * A large number where it need not be exact: one decimal, of thousands, millions or thousands of millions.
 *
 * @example
 * shortNumber(650); //=> '650'
 * shortNumber(45_210); //=> '45.2k'
 * shortNumber(999_960); //=> '1.0M'
 */
export function shortNumber(
  value: number,
  { say, number }: Pick<Language<`{n}${(typeof UNITS)[number]}`, never>, 'say' | 'number'> = english,
): string {
  const whole = Math.round(value);
  if (whole < 1000) return number(whole);
  let amount = value / 1000;
  let unit: (typeof UNITS)[number] = UNITS[0];
  for (const larger of UNITS.slice(1)) {
    // Rounded first: 999,960 is 1.0M, never 1,000.0k.
    if (Number(amount.toFixed(1)) < 1000) break;
    amount /= 1000;
    unit = larger;
  }
  return say(`{n}${unit}`, { n: number(amount, 1) });
}
