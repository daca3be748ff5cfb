/** The words of a timeline's lines, to compare what different forms make of them. */
import { linesOf } from '../../src/timeline/lines/lines-of.ts';
import type { LinesForm, LineSpan, PlacedLine } from '../../src/timeline/lines/lines-of.ts';
import type { Timeline } from '../../src/timeline/item.ts';

/** Letters and digits: what a form puts around them, and where it breaks a row, is its own. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** What leads the eye is no word; the reader's own messages are known by their place; a file is drawn where there is more than text. */
const NO_WORDS: ReadonlySet<LineSpan['role']> = new Set(['hint', 'mark', 'reader']);
const FILE = /\[(?:image|file|reference): /;

export function lineWords(
  { items }: Timeline,
  form: LinesForm,
  keep: (line: PlacedLine, span: LineSpan) => boolean = () => true,
): readonly string[] {
  const spans = [...linesOf(items, form)].flatMap((line) => line.spans.filter((span) => keep(line, span)));
  const texts = spans.filter(({ role }) => !NO_WORDS.has(role)).flatMap(({ text }) => text.split(FILE));
  return [...new Set(texts.map(letters))].filter((word) => word !== '');
}

/** Those that the text does not have. */
export function missingWords(words: readonly string[], text: string): readonly string[] {
  const all = letters(text);
  return words.filter((word) => !all.includes(word));
}

/** The rows of a text that its lines do not say, whatever a form puts around their words. */
export function strangeRows({ items }: Timeline, form: LinesForm, text: string): readonly string[] {
  const said = [...linesOf(items, form)].flatMap((line) => line.spans.map((span) => span.text)).join('');
  const rows = text.split('\n');
  const missing = new Set(missingWords(rows.map(letters), said));
  return rows.filter((row) => missing.has(letters(row)));
}

/** Where a thread is looked at: on the way, and at its end. */
export function momentsOf(length: number): readonly number[] {
  return [...new Set([1, 2, 3, 4].map((quarter) => Math.ceil((quarter * length) / 4)))];
}
