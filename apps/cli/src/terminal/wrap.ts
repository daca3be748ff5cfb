/** Lines into what a terminal prints: cut at its width, between words if there are any. */
import { cellWidth, drawnCharacters } from './cell-width.ts';
import type { Line, Span } from './line.ts';
import { paint } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Further in, a narrow window would hold indentation only. */
const LEAST_WORDS = 10;

/** `wrap(line, { columns: 40, … })`: one or more rows, none wider than the window. */
export function wrap(line: Line, { columns, colours }: Pick<Terminal, 'columns' | 'colours'>): string[] {
  const most = Math.max(0, columns - LEAST_WORDS);
  const indent = Math.min(line.indent, most);
  const further = Math.min(line.indent + line.hang, most);
  const rows: string[] = [];
  let row: Span[] = [];
  let width = indent;
  const flush = (): void => {
    while (row.at(-1)?.text.trim() === '') row.pop();
    const space = ' '.repeat(rows.length === 0 ? indent : further);
    const words = joined(row)
      .map(({ text, style }) => paint(text, style, colours))
      .join('');
    rows.push(words === '' ? '' : space + words);
    row = [];
    width = further;
  };
  for (const { spans, blank, cells } of words(line.spans)) {
    if (width + cells > columns && blank) {
      flush();
      continue;
    }
    if (width + cells > columns && row.length > 0 && further + cells <= columns) flush();
    if (width + cells <= columns) {
      row.push(...spans);
      width += cells;
      continue;
    }
    for (const { text, style } of spans) {
      for (const character of drawnCharacters(text)) {
        const filled = cellWidth(character);
        if (width + filled > columns) flush();
        row.push({ text: character, style });
        width += filled;
      }
    }
  }
  if (row.length > 0 || rows.length === 0) flush();
  return rows;
}

interface Word {
  /** A word may change its looks: `name` and `(arguments)`. */
  readonly spans: readonly Span[];
  readonly blank: boolean;
  readonly cells: number;
}

/** Words and the white space between them, in turn. */
function* words(line: readonly Span[]): Iterable<Word> {
  let spans: Span[] = [];
  for (const { text, style } of line) {
    for (const piece of text.match(/\s\s*|\S\S*/g) ?? []) {
      const blank = /^\s/u.test(piece);
      if (blank && spans.length > 0) yield word(spans, false);
      if (blank) {
        yield word([{ text: piece, style }], true);
        spans = [];
      } else spans.push({ text: piece, style });
    }
  }
  if (spans.length > 0) yield word(spans, false);
}

function word(spans: readonly Span[], blank: boolean): Word {
  return { spans, blank, cells: spans.reduce((sum, { text }) => sum + cellWidth(text), 0) };
}

/** Joins neighbours of the same style. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const { text, style } of spans) {
    const last = all.at(-1);
    if (last?.style === style) all[all.length - 1] = { text: last.text + text, style };
    else all.push({ text, style });
  }
  return all;
}
