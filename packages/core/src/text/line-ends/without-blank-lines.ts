import { withNewlines } from './with-newlines.ts';

/**
 * A text without the blank lines around it, its lines ended by `\n`. No pattern with a group that repeats: of a text of megabytes it would have no room to
 * remember all of them.
 *
 * @example
 * withoutBlankLines(' \n\r\n  one\r\n\n'); //=> '  one'
 */
export function withoutBlankLines(text: string): string {
  const lines = withNewlines(text);
  const first = /[^ \t\n]/.exec(lines)?.index ?? lines.length;
  return lines.slice(lines.lastIndexOf('\n', first) + 1).trimEnd();
}
