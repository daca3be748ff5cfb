/** In code points. */
const LONGEST = 80;

/**
 * The title that words give: their first line, and at most 80 characters of it. Undefined if there are none.
 *
 * @example
 * titleFrom('Upgrade it\nplease'); //=> 'Upgrade it'
 */
export function titleFrom(words: string): string | undefined {
  const line = /\S.*/.exec(words)?.[0].trim();
  const points = [...(line ?? '')];
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : line;
}
