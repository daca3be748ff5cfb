/** Where the line ends in which `from` is: at its newline, or with the text. */
export function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}
