/**
 * `quotedEnd(text, at)`: behind the double quote that ends what begins at `at`; -1 if there is none, or where a line ends before it and must not. It walks: a pattern
 * that repeats a group fails at some megabytes.
 */
export function quotedEnd(text: string, at: number, lines: 'several' | 'one' = 'several'): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '"') return end + 1;
    if (text[end] === '\\') end += 1;
    if (text[end] === '\n' && lines === 'one') return -1;
  }
  return -1;
}
