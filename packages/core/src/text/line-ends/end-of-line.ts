/**
 * Where the line ends in which a place is: at its newline, or with the text.
 *
 * @example
 * endOfLine('one\ntwo', 1); //=> 3
 * endOfLine('one\ntwo', 4); //=> 7
 */
export function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}
