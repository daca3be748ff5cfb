import { terminalPieces } from './terminal/terminal-pieces.ts';
import { TerminalRow } from './terminal/terminal-row.ts';
import { begunBy } from './terminal/terminal-state.ts';
import { JOINERS, joinersThatStay, UNSEEN } from './visible.ts';

/**
 * What a model is given to read of a tool's output: the words, without what only a terminal obeys and without what nobody sees.
 * The ledger keeps the text as it came. Laws:
 * - No control but `\n` and `\t`, no tag character but in a flag, no bidi control and nothing else without a shape is left.
 * - A line that was written over (`\r`, backspace, erasing) is the line that a terminal shows last.
 * - What people write stays as it is, joiners and the selectors of emoji too. Cost follows the length; nothing throws.
 *
 * @example
 * plainText('\u001b[1m10%\r20%\u001b[0m'); //=> '20%'
 */
export function plainText(text: string): string {
  // Split and not matched: a pattern for a line fails at ten million characters.
  const lines = withoutHalves(text).split('\n').map(shownLast);
  return lines
    .join('\n')
    .replace(UNSEEN, whatStays)
    .replace(JOINERS, (row, at: number, words: string) => joinersThatStay(row, words.charAt(at - 1)));
}

/** Half a character, without its other half: taking away what is between two of them would make one. */
const LONE_HALF = /[\ud800-\udfff]/gu;

/** No provider takes half a character: `withoutHalves('a\ud800') === 'a\ufffd'` */
export function withoutHalves(text: string): string {
  return text.replace(LONE_HALF, '\ufffd');
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

function shownLast(line: string): string {
  if (!CONTROL.test(line)) return line;
  const row = new TerminalRow(undefined);
  for (const piece of terminalPieces(line)) {
    if (begunBy(piece.charCodeAt(0)) !== 'text' || piece === '\r' || piece === '\b') row.obey(piece);
    else row.write(piece.replace(CONTROLS, ''), undefined);
  }
  return row
    .spans()
    .map(({ text }) => text)
    .join('');
}

const BLACK_FLAG = 0x1f3f4;

/** A region's short name, as the flags of its parts are written. Longer ones would carry words. */
const REGION = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u;

function whatStays(unseen: string, at: number, text: string): string {
  const code = unseen.codePointAt(0) ?? 0;
  if (code === 0x2028 || code === 0x2029) return '\n';
  return text.codePointAt(at - 2) === BLACK_FLAG ? (REGION.exec(unseen)?.[0] ?? '') : '';
}
