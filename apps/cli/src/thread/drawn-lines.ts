import type { LedgerEvent } from '@toolthread/core';
import type { PartCompleted } from '@toolthread/core/events';
import { parsedJson } from '@toolthread/core/json';
import type { PlacedLine } from '@toolthread/core/lines';
import { withoutBlankLines } from '@toolthread/core/text';
import { textsOf } from './texts-of.ts';

/** What of an event is not drawn: data for programs, and titles and settings, of which the last are in the heading. */
const UNDRAWN: ReadonlySet<string> = new Set(['structured', 'blob']);
const UNDRAWN_TYPES = /^(?:thread\.|agent\.configured$)/;

/** In characters. */
const LONG = 4 * 1024 * 1024;
/** So many lines are looked for in long texts as they are: then it is faster by their lines. */
const MOST_LOOKS = 50;

/** Which words of a thread are on its lines. */
export class DrawnLines {
  readonly #lines = new Set<string>();
  /** Texts whose lines, each by itself, would be many times their size: mostly a record has the same text, and none of its lines is looked for. */
  readonly #long: string[] = [];
  /** Long arguments: nearly always they are on their lines as they are, and are not read once more. */
  readonly #unread: string[] = [];
  #looks = 0;
  /** Parts that are drawn and no line of their own: more was told of them later, or they share a line with the parts before and after. */
  readonly #joined = new Set<string>();

  constructor(lines: Iterable<PlacedLine>, title: string, events: readonly LedgerEvent[]) {
    this.#add(title);
    for (const { spans } of lines) for (const { text } of spans) this.#add(text);
    // Arguments are on a line with their names, or are written as JSON.
    for (const event of events) {
      if (event.type === 'agent.text.delta' || event.type === 'agent.reasoning.delta') this.#joined.add(partOf(event));
      if (event.type !== 'agent.tool.called') continue;
      if (event.arguments.length > LONG) this.#unread.push(event.arguments);
      else this.#addArguments(event.arguments);
    }
    for (const parts of textsInRow(events)) {
      const missing = this.#missing(parts.map(({ text }) => text).join(''));
      if (missing.length === 0) for (const part of parts) this.#joined.add(partOf(part));
    }
  }

  #add(text: string): void {
    if (text.length > LONG) this.#long.push(text);
    else for (const line of linesIn(text)) this.#lines.add(line);
  }

  #addArguments(json: string): void {
    for (const [, text] of textsOf(parsedJson(json) ?? null)) this.#add(text);
  }

  #missing(text: string): readonly string[] {
    const missing = this.#notFound(text);
    if (missing.length === 0 || this.#unread.length === 0) return missing;
    for (const json of this.#unread.splice(0)) this.#addArguments(json);
    return this.#notFound(text);
  }

  #notFound(text: string): readonly string[] {
    const isShort = text.length <= LONG;
    if (!isShort && this.#hasLong(withoutBlankLines(text).trim())) return [];
    const missing = this.#notInLines(text);
    if (missing.length === 0 || this.#long.length === 0) return missing;
    this.#looks += missing.length;
    if (isShort && this.#looks < MOST_LOOKS) return missing.filter((line) => !this.#hasLong(line));
    for (const drawn of this.#long.splice(0)) for (const line of linesIn(drawn)) this.#lines.add(line);
    return this.#notInLines(text);
  }

  /** Lines are drawn as a text of a file has them, but for what ends them. */
  #hasLong(text: string): boolean {
    return this.#long.some((drawn) => drawn.includes(text));
  }

  #notInLines(text: string): readonly string[] {
    const missing: string[] = [];
    for (const line of linesIn(text)) if (!this.#lines.has(line)) missing.push(line);
    return missing;
  }

  /** Those texts of a record that nobody sees. `events` are what was made of it. */
  missingIn<T extends readonly [place: string, text: string]>(
    texts: readonly T[],
    events: readonly LedgerEvent[],
  ): T[] {
    let own: string | undefined;
    return texts.filter(([, text]) => {
      const rest = this.#missing(text);
      return rest.length > 0 && !holds((own ??= this.#wordsOf(events)), rest);
    });
  }

  /** Words of an event that are not on the lines as they are: a number may be before them. */
  #wordsOf(events: readonly LedgerEvent[]): string {
    const words: string[] = [];
    for (const event of events) {
      if (UNDRAWN_TYPES.test(event.type)) continue;
      // Arguments that leaked into the words are not drawn.
      if (event.type === 'agent.part.completed' && event.content === undefined && !this.#isDrawn(event)) continue;
      JSON.stringify(event, (name, value: unknown) => {
        if (UNDRAWN.has(name)) return undefined;
        if (typeof value === 'string') words.push(value);
        return value;
      });
    }
    return words.join('\n');
  }

  #isDrawn(event: PartCompleted): boolean {
    if (this.#joined.has(partOf(event))) return true;
    for (const line of linesIn(event.text ?? '')) if (this.#lines.has(line)) return true;
    return false;
  }
}

/** Texts of a step that follow each other in an answer without a gap. */
function textsInRow(events: readonly LedgerEvent[]): Iterable<readonly PartCompleted[]> {
  const rows: PartCompleted[][] = [];
  const open = new Map<string | undefined, PartCompleted[]>();
  for (const event of events) {
    if (event.type === 'agent.tool.called') open.delete(event.scope);
    if (event.type !== 'agent.part.completed') continue;
    if (event.content !== undefined) open.delete(event.scope);
    if (event.text === undefined || event.kind === 'reasoning') continue;
    const row = open.get(event.scope);
    if (row?.[0]?.step === event.step) row.push(event);
    else {
      const begun = [event];
      rows.push(begun);
      open.set(event.scope, begun);
    }
  }
  return rows;
}

function partOf({ scope, step, part }: Pick<PartCompleted, 'scope' | 'step' | 'part'>): string {
  return JSON.stringify([scope, step, part]);
}

/** Lines in the order of the text are found in one pass. */
function holds(text: string, lines: readonly string[]): boolean {
  let from = 0;
  for (const line of lines) {
    const next = text.indexOf(line, from);
    if (next === -1 && !text.includes(line)) return false;
    if (next !== -1) from = next;
  }
  return true;
}

/** One after the other: all lines of a long text at once would be many times its size. */
function* linesIn(text: string): Iterable<string> {
  for (let from = 0, to = 0; to !== -1; from = to + 1) {
    to = text.indexOf('\n', from);
    for (const line of text.slice(from, to === -1 ? undefined : to).split('\r'))
      if (line.trim() !== '') yield line.trim();
  }
}
