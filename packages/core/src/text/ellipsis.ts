/** Cuts are made between code points and counted in them: no cut leaves half a character behind. */

/** Where the first `limit` code points end, or undefined if there are no more than those: `endOf('😀a', 1) === 2`. */
export function endOf(text: string, limit: number): number | undefined {
  if (text.length <= limit) return undefined;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? end : undefined;
}

/**
 * At most `limit` code points, the mark of the cut included.
 *
 * @example
 * ellipsis('abcd', 3); //=> 'ab…'
 */
export function ellipsis(text: string, limit: number): string {
  if (endOf(text, limit) === undefined) return text;
  return `${text.slice(0, endOf(text, limit - 1))}…`;
}
