/** Letters in the places that Unicode has set apart for scripts that are read from the right, as a class of a pattern with `u`. */
export const FROM_THE_RIGHT =
  '[\\u0590-\\u08ff\\u200c\\u200d\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';

const RIGHT = new RegExp(`(?!\\p{Cf})${FROM_THE_RIGHT}`, 'u');
const OTHER = new RegExp(`(?!${FROM_THE_RIGHT})[\\p{L}\\p{N}]`, 'u');

/**
 * Whether a line has letters that are read from the right beside others: whatever draws it may put signs and digits elsewhere than they were written.
 *
 * @example
 * mixesDirections('rm \u05d0/b'); //=> true
 */
export function mixesDirections(text: string): boolean {
  return RIGHT.test(text) && text.split('\n').some((line) => RIGHT.test(line) && OTHER.test(line));
}
