/**
 * The words that somebody typed to be searched for. Words in quotes stay together.
 *
 * @example
 * askedWords('parser "exit code"'); //=> ['parser', 'exit code']
 */
export function askedWords(text: string): readonly string[] {
  const words = Array.from(text.matchAll(/"([^"]*)"?|[^\s"]+/gu), ([whole, quoted]) => (quoted ?? whole).trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
