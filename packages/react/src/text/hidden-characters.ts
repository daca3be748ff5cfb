/**
 * Characters that a reader cannot see but that change what is read, or carry words past the reader: controls, bidirectional
 * overrides, zero-width and tag characters, lone surrogates ([L7]). The page shows them, in their place.
 *
 * Joiners stay: emoji and several scripts are written with them. So does one variation selector after a character.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u{e0000}-\u{e007f}]+|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{2,}|[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu;

export interface TextRun {
  readonly kind: 'plain' | 'hidden';
  readonly text: string;
}

/** `visibleRuns('a\u202Eb')`: plain `a`, hidden `⟨U+202E⟩`, plain `b`. */
export function visibleRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) runs.push({ kind: 'plain', text: text.slice(from, match.index) });
    runs.push({ kind: 'hidden', text: nameOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length || runs.length === 0) runs.push({ kind: 'plain', text: text.slice(from) });
  return runs;
}

/** The same as one string, for attributes and announcements. `visibleText('\x1b') === '⟨ESC⟩'` */
export function visibleText(text: string): string {
  return text.replace(hidden, nameOf);
}

const names: { readonly [code: number]: string } = { 0: 'NUL', 7: 'BEL', 8: 'BS', 13: 'CR', 27: 'ESC', 127: 'DEL' };

function nameOf(run: string): string {
  const code = run.codePointAt(0) ?? 0;
  if (code >= 0xe0000 && code <= 0xe007f) return `⟨hidden: ${tagText(run)}⟩`;
  const count = [...run].length;
  if (count > 1) return `⟨${count} variation selectors⟩`;
  return `⟨${names[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`;
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
