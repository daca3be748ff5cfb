/** Half a character is refused by every parser: `wellFormed('a\ud800') === 'a\ufffd'`. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
