/**
 * What a terminal would show of a program's output, as rows of styled text.
 *
 * Colours count; `\r` and backspace overwrite as they do on a screen (progress bars); erasing in the line erases. All else
 * that a terminal would obey is inert ([L7]): moves and modes are dropped, and what could act (links, clipboard, titles) is
 * named in its place. Cost follows the length of the text.
 */
import { visible } from '@toolthread/core/text';
import { applySgr, plainStyle } from './style.ts';
import type { TerminalStyle } from './style.ts';

export interface TerminalSpan {
  readonly text: string;
  readonly style: TerminalStyle;
}

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
  const rows: TerminalRow[] = [];
  let row = new RowBuilder();
  let style = plainStyle;
  let read = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    read += 1;
    if (read > MOST_PIECES) return [...rows, [...row.spans(), { text: text.slice(index), style: plainStyle }]];
    if (piece === '\n' || piece === '\r\n') {
      rows.push(row.spans());
      row = new RowBuilder();
    } else if (piece === '\r') row.restart();
    else if (piece === '\b') row.back();
    else if (piece.charCodeAt(0) === 0x1b || piece.charCodeAt(0) === 0x9b) style = obey(piece, row, style);
    else row.write(piece, style);
  }
  return [...rows, row.spans()];
}

/** The rows as plain text, for rules that count characters: `rowsText(terminalRows('\x1b[1mok')) === 'ok'` */
export function rowsText(rows: readonly TerminalRow[]): string {
  return rows.map((row) => row.map((span) => span.text).join('')).join('\n');
}

const pieces =
  // A control string (OSC, DCS, SOS, PM, APC) that never ends is cut at its line's end, so that it cannot swallow the rest.
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  /\r\n|\n|\r|[\b]|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\|(?=\n)|$)|\x1b[ -/]+[0-~]|\x1b[^[\]PX^_\n]|[^\x1b\x9b\r\n\b]+|[^]/g;

function obey(sequence: string, row: RowBuilder, style: TerminalStyle): TerminalStyle {
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  const [, parameters = '', final] = /^(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])$/.exec(sequence) ?? [];
  if (final === 'm' && /^[\d;:]*$/.test(parameters)) return applySgr(style, parameters);
  if (final === 'K') row.erase(parameters);
  // oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
  const control = /^\x1b([\]PX^_])(\d{0,4})/.exec(sequence);
  if (control !== null) row.write(`⟨${control[1] === ']' ? `OSC ${control[2]}`.trim() : 'control string'}⟩`, style);
  else if (final === undefined && sequence.length === 1) row.write(visible(sequence), style);
  return style;
}

interface Cell {
  readonly text: string;
  readonly style: TerminalStyle;
}

/** A row is a list of spans until something overwrites it; only then is it split into cells. */
class RowBuilder {
  #column = 0;
  #length = 0;
  #spans: TerminalSpan[] = [];
  #cells: Cell[] | undefined;

  write(text: string, style: TerminalStyle): void {
    if (this.#cells === undefined && this.#column === this.#length) {
      this.#spans.push({ text, style });
      this.#length += text.length;
      this.#column = this.#length;
      return;
    }
    const cells = this.#split();
    for (const character of text) {
      while (cells.length < this.#column) cells.push({ text: ' ', style: plainStyle });
      cells[this.#column] = { text: character, style };
      this.#column += 1;
    }
  }

  restart(): void {
    this.#column = 0;
  }

  back(): void {
    this.#split();
    this.#column = Math.max(0, this.#column - 1);
  }

  /** `K` erases to the end of the line, `2K` all of it. */
  erase(parameters: string): void {
    const cells = this.#split();
    if (parameters === '2') cells.length = 0;
    else if (parameters === '' || parameters === '0') cells.length = Math.min(cells.length, this.#column);
  }

  spans(): TerminalRow {
    if (this.#cells === undefined) return this.#spans;
    const spans: { text: string; style: TerminalStyle }[] = [];
    for (const cell of this.#cells) {
      const last = spans.at(-1);
      if (last?.style === cell.style) last.text += cell.text;
      else spans.push({ ...cell });
    }
    return spans;
  }

  #split(): Cell[] {
    if (this.#cells !== undefined) return this.#cells;
    const cells: Cell[] = [];
    for (const span of this.#spans) for (const text of span.text) cells.push({ text, style: span.style });
    // Columns count characters from here on.
    this.#column = this.#column === this.#length ? cells.length : this.#column;
    this.#cells = cells;
    return cells;
  }
}
