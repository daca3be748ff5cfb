import stringWidth from 'string-width';

/** How many cells of a terminal a text fills: `cellWidth('日本') === 4`. The text must not contain escape sequences. */
export function cellWidth(text: string): number {
  // Almost every text.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return stringWidth(text, { countAnsiEscapeCodes: true });
}

const segmenter = new Intl.Segmenter();

/** What a terminal draws as one, in its order: `[...drawnCharacters('❤️é')].length === 2` */
export function* drawnCharacters(text: string): Iterable<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}
