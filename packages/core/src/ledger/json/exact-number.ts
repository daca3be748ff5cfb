/** A longer one is neither an id nor a measurement, and is not computed with. */
const LONGEST = 1024;

/**
 * A JSON number; or, where no JavaScript number is equal to it, its text: ids of 19 digits are everywhere, and 15 to 17 digits are kept.
 *
 * `exactNumber('1.10') === 1.1`, `exactNumber('1e999') === '1e999'`
 */
export function exactNumber(text: string): number | string {
  if (text.length > LONGEST) return text;
  const value = Number(text);
  const written = String(value);
  return written === text || decimalOf(written) === decimalOf(text) ? value : text;
}

/** The same for `1.10`, `11e-1` and `1.1`: the digits without zeros around them, and how far they are moved. All zeros are one. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d\d*)(?:\.(\d\d*))?(?:[eE]([+-]?\d\d*))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^00*/, '');
  const short = digits.replace(/00*$/, '');
  if (short === '') return whole;
  return `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
