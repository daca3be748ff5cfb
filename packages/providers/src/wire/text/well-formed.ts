/** Parsers refuse half of a surrogate pair: `wellFormed('a\ud800') === 'a\ufffd'`. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
