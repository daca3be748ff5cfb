/**
 * What a model is given to read of a tool's output: the words, without what only a terminal obeys and without what nobody sees.
 * The ledger keeps the text as it came. Laws:
 * - No control but `\n` and `\t`, no tag character but in a flag, no bidi control and nothing else without a shape is left.
 * - A line that was written over (`\r`, backspace, erasing) is the line that a terminal shows last.
 * - What people write stays as it is, joiners and the selectors of emoji too. Cost follows the length; nothing throws.
 *
 * `plainText('\u001b[1m10%\r20%\u001b[0m') === '20%'`
 */
import { JOINERS, joinersThatStay, UNSEEN } from './visible.ts';

export function plainText(text: string): string {
  const lines = text.replace(LONE_HALF, '\ufffd').replace(/[^\n]+/g, shownLast);
  return lines
    .replace(UNSEEN, whatStays)
    .replace(JOINERS, (row, at: number, words: string) => joinersThatStay(row, words.charAt(at - 1)));
}

/** Half a character, without its other half: taking away what stands between two of them would make one. */
const LONE_HALF = /[\ud800-\udfff]/gu;

const CONTROL =
  // A control string that never ends is cut at its line's end, so that it cannot swallow the rest.
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Stands for erasing to the end of the line, where nothing else is left that it could be. */
const ERASE = '\v';

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const MOVES = /[\r\b\v]/;

function shownLast(line: string): string {
  const moving = line.replace(CONTROL, moveOf);
  const whole = moving.endsWith('\r') ? moving.slice(0, -1) : moving;
  if (!MOVES.test(whole)) return whole;
  const cells: string[] = [];
  let column = 0;
  for (const character of whole) {
    if (character === '\r') column = 0;
    else if (character === '\b') column = Math.max(0, column - 1);
    else if (character === ERASE) cells.length = column;
    else {
      cells[column] = character;
      column += 1;
    }
  }
  return cells.join('');
}

/** Of all that a terminal obeys only what rewrites the line it is in: to its start, back, and erasing. */
function moveOf(control: string): string {
  if (control === '\r' || control === '\b') return control;
  return MOVING[control.replace('\u001b[', '\u009b')] ?? '';
}

const MOVING: { readonly [sequence: string]: string } = {
  '\u009bK': ERASE,
  '\u009b0K': ERASE,
  '\u009bJ': ERASE,
  '\u009b0J': ERASE,
  '\u009b2K': `\r${ERASE}`,
  '\u009bG': '\r',
  '\u009b1G': '\r',
};

const BLACK_FLAG = 0x1f3f4;

/** A region's short name, as the flags of its parts are written. Longer ones would carry words. */
const REGION = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u;

function whatStays(unseen: string, at: number, text: string): string {
  const code = unseen.codePointAt(0) ?? 0;
  if (code === 0x2028 || code === 0x2029) return '\n';
  return text.codePointAt(at - 2) === BLACK_FLAG ? (REGION.exec(unseen)?.[0] ?? '') : '';
}
