/** Lines into what a terminal prints: cut at its width, between words if there are any. */
import { cellWidth, drawnCharacters } from './cell-width.ts';
import type { Line, Span } from './line.ts';
import { paint } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Further in, a narrow window would hold indentation only. */
const LEAST_WORDS = 10;

type Window = Pick<Terminal, 'columns' | 'colours'>;

/** `wrap(line, { columns: 40, … })`: one or more rows, none wider than the window. */
export function wrap(line: Line, window: Window): string[] {
  return [...wrapped(line, window)];
}

/** The same, each row when it is asked for: the words of a line of megabytes, all at once, would be many times its size. */
export function* wrapped(line: Line, { columns, colours }: Window): Iterable<string> {
  const most = Math.max(0, columns - LEAST_WORDS);
  const indent = Math.min(line.indent, most);
  const further = Math.min(line.indent + line.hang, most);
  if (columns === Infinity) {
    yield rowOf(line.spans, indent, colours);
    return;
  }
  let isFirst = true;
  let row: Span[] = [];
  let width = indent;
  const flushed = (): string => {
    const text = rowOf(row, isFirst ? indent : further, colours);
    isFirst = false;
    row = [];
    width = further;
    return text;
  };
  for (const { spans, blank, cells } of words(line.spans)) {
    if (width + cells > columns && blank) {
      yield flushed();
      continue;
    }
    if (width + cells > columns && row.length > 0 && further + cells <= columns) yield flushed();
    if (width + cells <= columns) {
      row.push(...spans);
      width += cells;
      continue;
    }
    for (const { text, style } of spans) {
      for (const character of drawnCharacters(text)) {
        const filled = cellWidth(character);
        if (width + filled > columns) yield flushed();
        row.push({ text: character, style });
        width += filled;
      }
    }
  }
  if (row.length > 0 || isFirst) yield flushed();
}

/** Without the white space at its end. */
function rowOf(spans: readonly Span[], indent: number, colours: boolean): string {
  const row = [...spans];
  for (let last = row.pop(); last !== undefined; last = row.pop()) {
    const text = last.text.trimEnd();
    if (text === '') continue;
    row.push({ ...last, text });
    break;
  }
  const words = joined(row).map(({ text, style }) => paint(text, style, colours));
  return words.length === 0 ? '' : ' '.repeat(indent) + words.join('');
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
    for (const [piece] of text.matchAll(/\s\s*|\S\S*/g)) {
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
