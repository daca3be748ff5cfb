/** How many cells of a terminal a text fills. */

/** Nothing of their own: they change the character before them. */
const NO_CELL = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Two cells: what is drawn as wide as it is high. */
const TWO_CELLS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** `cellWidth('日本') === 4` */
export function cellWidth(text: string): number {
  // Almost every text.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (NO_CELL.test(character)) return 0;
  return TWO_CELLS.test(character) ? 2 : 1;
}
