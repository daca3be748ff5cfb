/** What a secret may be written with, for as long as one is. */
const WORD = /^[\w+/=.~:@%$!-]{0,256}/;
const LONGEST_WORD = 256;

/**
 * The beginning of a text that is too long, to the end of the word that would be cut: secrets are marked later, and half of one is not known as one.
 * What goes on for longer is no word.
 *
 * `cutWords('one two', 2) === 'one'`
 */
export function cutWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const [rest = ''] = WORD.exec(text.slice(most, most + LONGEST_WORD)) ?? [];
  return text.slice(0, rest.length < LONGEST_WORD ? most + rest.length : most);
}
