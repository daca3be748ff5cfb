/**
 * Characters that nobody sees, as something that everybody sees: no text moves a cursor, clears a screen, colours what follows,
 * turns the order of words around or carries words past the reader ([L7]). Newlines, tabs and joiners stay: scripts and emoji are
 * written with joiners. So does one variation selector after a character.
 *
 * `visible('\u001b[2J') === '␛[2J'`, `visible('\u202e') === '⟨U+202E⟩'`
 */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, pictureOf);
}

/** Tag characters and selectors in a row; everything else one by one. */
export const UNSEEN: RegExp =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u{e0000}-\u{e007f}]+|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{2,}|[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;

function pictureOf(run: string): string {
  const code = run.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code >= 0x80 && code < 0xa0) return '\ufffd';
  if (code >= 0xe0000 && code < 0xe0080) return `⟨hidden: ${tagText(run)}⟩`;
  const count = [...run].length;
  return count > 1 ? `⟨${count} variation selectors⟩` : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Tag characters mirror ASCII: what they smuggle can be read. */
function tagText(run: string): string {
  let text = '';
  for (const character of run) {
    const code = (character.codePointAt(0) ?? 0) - 0xe0000;
    text += code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : '·';
  }
  return text;
}
