/** A point of a list: where it begins, where its words begin, and its number and what is behind that. */
interface Point {
  readonly indent: number;
  readonly words: number;
  readonly number: number | undefined;
  readonly sign: string;
}

/** So far in from their place, words are code. */
export const CODE_INDENT = 4;
const POINT = /^( *)(?:([-*+])|(\d{1,9})([.)]))( {1,4})(?=\S)/;

/**
 * The lists of a text while its lines are read one after the other: which lines are points of one, drawn with the number that they have.
 * Readers of Markdown count by themselves, and take a line that is further in for part of the point above it.
 */
export class TypedLists {
  #open: readonly Point[] = [];

  /** What is before the words of a point; undefined of a line that is not one. `first`: nothing but a blank line is before it. */
  take(line: string, first: boolean): string | undefined {
    const point = pointOf(line);
    const around = point === undefined ? [] : this.#open.filter(({ words }) => words <= point.indent);
    const before = this.#open[around.length];
    if (
      point === undefined ||
      point.indent >= (around.at(-1)?.words ?? 0) + CODE_INDENT ||
      !goesOn(point, before, first)
    )
      return undefined;
    this.#open = [...around, point];
    return line.slice(0, point.words);
  }

  /** Whether a line so far in, which is no point, is below the words of a point. */
  isBelow(indent: number): boolean {
    return this.#open.some(({ words }) => words === indent);
  }

  /** After a blank line, or code: only points around what is so far in go on. */
  closeTo(indent: number): void {
    this.#open = this.#open.filter(({ words }) => words <= indent);
  }
}

function pointOf(line: string): Point | undefined {
  const [all, indent = '', sign, number, behind = ''] = POINT.exec(line) ?? [];
  // A line across the page.
  if (all === undefined || /^(?:-{3}-*|\*{3}\**)$/.test(line.replaceAll(' ', ''))) return undefined;
  return {
    indent: indent.length,
    words: all.length,
    number: number === undefined ? undefined : Number(number),
    sign: sign ?? behind,
  };
}

/** A number is drawn as one more than the one before it; a list begins with any, but below words only with 1. */
function goesOn({ number, sign }: Point, before: Point | undefined, first: boolean): boolean {
  if (number === undefined) return true;
  // It is drawn with a dot.
  if (sign !== '.') return false;
  if (before?.number !== undefined) return number === before.number + 1;
  return number === 1 || (first && before === undefined);
}
