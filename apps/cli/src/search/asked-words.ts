/** `askedWords('parser "exit code"')`: `['parser', 'exit code']`. Words in quotes stay together. */
export function askedWords(text: string): readonly string[] {
  const words = Array.from(text.matchAll(/"([^"]*)"?|[^\s"]+/gu), ([whole, quoted]) => (quoted ?? whole).trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
