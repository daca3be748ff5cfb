/**
 * The first of the two units of a character beyond 16 bits: no text is cut behind it.
 *
 * @example
 * isFirstHalf('\u{1f600}'.charCodeAt(0)); //=> true
 */
export function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
