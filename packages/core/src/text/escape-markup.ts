/**
 * Text between the tags of HTML, or of `<tool>` text: nothing in it opens or closes a tag, or looks as if it had been escaped.
 *
 * @example
 * escapeMarkup('a < b'); //=> 'a &lt; b'
 */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
