import type { Entry, Item } from '../item.ts';
import { linesBy, linesOf } from '../lines/lines-of.ts';
import type { TimelineLine } from '../lines/lines-of.ts';

/** What an item or an entry says, as it is searched. */
export interface SaidText {
  readonly source: Item | Entry;
  readonly text: string;
}

/**
 * What each item or entry says: its lines, one below the other, with nothing cut.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * Array.from(saidTexts(timeline(exampleThread).items), ({ text }) => text)[0]; //=> 'Who uses the parser?'
 */
export function* saidTexts(items: Iterable<Item>): Iterable<SaidText> {
  let source: Item | Entry | undefined;
  let lines: string[] = [];
  for (const line of linesOf(items, 'whole')) {
    const text = wordsOf(line);
    if (line.source === undefined || text === '') continue;
    if (source !== undefined && source !== line.source) {
      yield { source, text: lines.join('\n') };
      lines = [];
    }
    source = line.source;
    lines.push(text);
  }
  if (source !== undefined) yield { source, text: lines.join('\n') };
}

/** What one item or entry says by itself, without what is nested in it; empty if it says nothing. */
export function saidText(source: Item | Entry): string {
  return linesBy(source)
    .map(wordsOf)
    .filter((text) => text !== '')
    .join('\n');
}

/** Without who says it, how long it took, and the heads of what can be unfolded. */
function wordsOf({ kind, spans, source }: TimelineLine): string {
  if (kind === 'fold' || kind === 'title') return '';
  if (kind === 'note' && source?.kind !== 'status' && source?.kind !== 'call') return '';
  const said = kind === 'message' ? spans.filter(({ role }) => role === 'words') : spans;
  return said.map(({ text }) => text).join('');
}
