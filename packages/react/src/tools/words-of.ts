import { callResult } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { resultLines } from '@toolthread/core/lines';
import { isTerminalText, rowsText, terminalRows, unlessWrittenOver } from '../terminal/terminal-rows.ts';
import type { TerminalRow } from '../terminal/terminal-rows.ts';
import type { Language } from '@toolthread/core/text';
import { ofKind } from './of-kind.ts';

/** The words of a result as they are in the group, and what a terminal would make of them. */
export interface Words {
  readonly text: string;
  readonly rows: readonly TerminalRow[] | undefined;
  readonly inline: string | undefined;
  /** How much of the text is shown below, in UTF-16 units. */
  readonly shown: number;
  readonly marker: string | undefined;
  /** The last lines of a failure, after the marker. */
  readonly tail?: { readonly text: string; readonly rows: readonly TerminalRow[] | undefined };
  /** What they are written in, where their renderer knows it. */
  readonly language?: string;
}

/** Undefined if a settled call has nothing to say. */
export function wordsOf(call: Call, written: string | undefined, language: Language, apart = false): Words | undefined {
  if (written === undefined || callResult(call) === undefined) return undefined;
  const rows = isTerminalText(written) ? playedRows(call, written) : undefined;
  const text = rows === undefined ? written.replaceAll('\r\n', '\n') : rowsText(rows);
  const { fullSize, outcome } = callResult(call) ?? {};
  const { inline, below, marker, tail } = resultLines(text, {
    fullSize,
    apart,
    failed: outcome === 'failed',
    language,
  });
  const shown = below?.length ?? 0;
  const said = { text, rows, inline, shown, marker };
  if (tail === undefined) return said;
  return { ...said, tail: { text: tail, rows: rows && lastOf(rows, tail.split('\n').length) } };
}

/** [L4] Only what a command printed is written over: in a file or a page that a tool has read, `\r` is a character like any other. */
function playedRows(call: Call, written: string): readonly TerminalRow[] | undefined {
  return ofKind('shell')(call) ? terminalRows(written) : unlessWrittenOver(written);
}

/** A last newline is no line. */
function lastOf(rows: readonly TerminalRow[], count: number): readonly TerminalRow[] {
  const end = rows.findLastIndex((row) => rowsText([row]) !== '') + 1;
  return rows.slice(end - count, end);
}
