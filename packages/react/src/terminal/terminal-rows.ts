/**
 * What a terminal would show of a program's output, as rows of styled text.
 *
 * Colours count; `\r` and backspace overwrite as they do on a screen (progress bars); erasing in the line erases. All else
 * that a terminal would obey is inert ([L7]): moves and modes are dropped, and what could act (links, clipboard, titles) is
 * named in its place. Cost follows the length of the text.
 */
import { begunBy, terminalPieces, TerminalRow as RowBuilder, visible } from '@toolthread/core/text';
import type { RowSpan } from '@toolthread/core/text';
import { applySgr, plainStyle } from './terminal-style.ts';
import type { TerminalStyle } from './terminal-style.ts';

export type TerminalSpan = RowSpan<TerminalStyle>;

export type TerminalRow = readonly TerminalSpan[];

/** Whether the text has anything that only a terminal understands. */
export function isTerminalText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return /[\x1b\x9b\b]|\r(?!\n|$)/.test(text);
}

/** After so many words and sequences nothing is obeyed: what follows is one span of plain text, with its sequences to be seen. */
const MOST_PIECES = 50_000;

/** `terminalRows('10%\r20%')` is one row, `20%`. */
export function terminalRows(text: string): readonly TerminalRow[] {
  return rowsOf(text, true) ?? [];
}

/** Undefined if a terminal would show less than was printed: something is written over, or erased. */
export function unlessWrittenOver(text: string): readonly TerminalRow[] | undefined {
  return rowsOf(text, false);
}

function rowsOf(text: string, mayWriteOver: boolean): readonly TerminalRow[] | undefined {
  const rows: TerminalRow[] = [];
  let row = new RowBuilder(plainStyle);
  let style = plainStyle;
  let count = 0;
  let read = 0;
  for (const piece of terminalPieces(text)) {
    count += 1;
    if (count > MOST_PIECES) return [...rows, [...row.spans(), { text: text.slice(read), style: plainStyle }]];
    read += piece.length;
    if (piece === '\n' || piece === '\r\n') {
      rows.push(row.spans());
      row = new RowBuilder(plainStyle);
    } else if (row.obey(piece)) {
      if (!mayWriteOver) return undefined;
    } else {
      style = styleAfter(piece, style);
      row.write(shownOf(piece), style);
    }
  }
  return [...rows, row.spans()];
}

/** The rows as plain text, for rules that count characters: `rowsText(terminalRows('\x1b[1mok')) === 'ok'` */
export function rowsText(rows: readonly TerminalRow[]): string {
  return rows.map((row) => row.map((span) => span.text).join('')).join('\n');
}

function styleAfter(piece: string, style: TerminalStyle): TerminalStyle {
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  const parameters = /^(?:\x1b\[|\x9b)([\d;:]*)m$/.exec(piece)?.[1];
  return parameters === undefined ? style : applySgr(style, parameters);
}

/** Of a sequence nothing, unless it could act or was cut off. */
function shownOf(piece: string): string {
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  const control = /^\x1b([\]PX^_])(\d{0,4})/.exec(piece);
  if (control !== null) return `⟨${control[1] === ']' ? `OSC ${control[2]}`.trim() : 'control string'}⟩`;
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  if (/^(?:(?:\x1b\[|\x9b)[ -?]*|\x1b[ -/]*)$/.test(piece)) return visible(piece);
  return begunBy(piece.charCodeAt(0)) === 'text' ? piece : '';
}
