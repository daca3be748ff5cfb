import type { LedgerEvent } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import type { PlacedLine } from '@toolthread/core/lines';
import { textsOf } from './texts-of.ts';

/** What of an event is not drawn: data for programs, and titles and settings, of which the last are in the heading. */
const UNDRAWN: ReadonlySet<string> = new Set(['structured', 'blob']);
const UNDRAWN_TYPES = /^(?:thread\.|agent\.configured$)/;

/** Which words of a thread are on its lines. */
export class DrawnLines {
  readonly #lines = new Set<string>();

  constructor(lines: Iterable<PlacedLine>, title: string, events: readonly LedgerEvent[]) {
    this.#add(title);
    for (const { spans } of lines) for (const { text } of spans) this.#add(text);
    // Arguments stand on a line with their names, or are written as JSON.
    for (const event of events)
      if (event.type === 'agent.tool.called')
        for (const [, text] of textsOf(parsedJson(event.arguments) ?? null)) this.#add(text);
  }

  #add(text: string): void {
    for (const line of linesIn(text)) this.#lines.add(line);
  }

  /** Those texts of a record that nobody sees. `events` are what was made of it. */
  missingIn<T extends readonly [place: string, text: string]>(
    texts: readonly T[],
    events: readonly LedgerEvent[],
  ): T[] {
    let own: string | undefined;
    return texts.filter(([, text]) => {
      const rest = linesIn(text).filter((line) => !this.#lines.has(line));
      return rest.length > 0 && !holds((own ??= this.#wordsOf(events)), rest);
    });
  }

  /** Words of an event that are not on the lines as they are: a number may stand before them. */
  #wordsOf(events: readonly LedgerEvent[]): string {
    const words: string[] = [];
    for (const event of events) {
      if (UNDRAWN_TYPES.test(event.type)) continue;
      // Arguments that leaked into the words are not drawn.
      if (event.type === 'agent.part.completed' && !linesIn(event.text ?? '').some((line) => this.#lines.has(line)))
        continue;
      JSON.stringify(event, (name, value: unknown) => {
        if (UNDRAWN.has(name)) return undefined;
        if (typeof value === 'string') words.push(value);
        return value;
      });
    }
    return words.join('\n');
  }
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

function linesIn(text: string): readonly string[] {
  return text.split(/[\r\n]+/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
