/** A change of font in a line costs a browser as much as so many letters of one font. */
const FONT_CHANGE = 8;

/** What it costs to lay a text out, counted in letters: letters of other scripts, and the pictures of hidden characters, come from other fonts. */
export class DrawCost {
  total = 0;
  #font = 0;

  add(code: number): void {
    const font = fontOf(code) ?? this.#font;
    this.total += font === this.#font && !isHidden(code) ? 1 : FONT_CHANGE;
    this.#font = font;
  }
}

/** `drawCost('abc') === 3` */
export function drawCost(text: string): number {
  const cost = new DrawCost();
  for (let at = 0; at < text.length; at += 1) cost.add(text.charCodeAt(at));
  return cost.total;
}

/** Letters of one font are alike in this number. Undefined for what every font has: spaces, digits and signs. */
function fontOf(code: number): number | undefined {
  if (code === 0x09 || code === 0x0a || (code >= 0x20 && code <= 0x40)) return undefined;
  if (code < 0x20) return 0x24;
  if (code < 0x2e80) return code >> 8;
  return code < 0xd800 ? 0x2e : code >> 11;
}

/** Drawn by its number, `⟨U+200B⟩`, or by a picture, `␍`: as many letters as a change of font costs. */
function isHidden(code: number): boolean {
  if (code < 0x2000)
    return (code < 0x20 && code !== 0x09 && code !== 0x0a) || (code >= 0x7f && code < 0xa0) || code === 0xad;
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x206f) || code >= 0xfe00;
}
