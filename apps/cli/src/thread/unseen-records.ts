import type { Item, LedgerEvent } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import { linesOf } from '@toolthread/core/lines';
import { DrawnLines } from './drawn-lines.ts';
import { textsOf } from './texts-of.ts';

interface UnseenRecord {
  /** Where it is, and why it is not seen. */
  readonly head: string;
  /** The record, or the texts that are left out of it by their names, as JSON on one line; of a malformed line, what it is. */
  readonly text: string;
}

/**
 * [L4] What is in a file and not in the lines of its thread, for those who want to see everything: records that a rule hides, texts that
 * were left out of the others, lines that could not be read. Only what was kept can be told.
 */
export function* unseenRecords(
  events: readonly LedgerEvent[],
  items: Iterable<Item>,
  title: string | undefined,
): Iterable<UnseenRecord> {
  let drawn: DrawnLines | undefined;
  let own: LedgerEvent[] = [];
  const undone = takenBack(events);
  for (const event of events) {
    if (event.type !== 'source.record') {
      if (!undone.has(event)) own.push(event);
      continue;
    }
    const { fate, raw, line, byte } = event;
    // The messages of a document have no lines of their own: they are counted.
    const place = line > 1 && byte === 0 ? `record ${line}` : `the record at line ${line}`;
    // A rule may name what the file calls a record: foreign words.
    const rule = onOneLine(event.rule ?? 'no rule');
    if (raw === undefined) continue;
    const said = own;
    own = [];
    if (fate === 'hidden') yield { head: `hidden: ${rule} · ${place.replace('the ', '')}`, text: raw };
    else if (fate === 'malformed') yield { head: `malformed: ${rule} · line ${line}`, text: onOneLine(raw) };
    else {
      drawn ??= new DrawnLines(
        linesOf(items, 'whole'),
        title ?? '',
        events.filter((one) => !undone.has(one)),
      );
      const texts = textsOf(parsedJson(raw) ?? null);
      const left = drawn.missingIn(texts, said);
      // What was taken back and told again is drawn.
      if (undone.has(event) && left.length > 0 && left.length === texts.length)
        yield { head: `hidden: rewound · ${place.replace('the ', '')}`, text: raw };
      else if (left.length > 0) yield { head: `left out: of ${place}`, text: JSON.stringify(Object.fromEntries(left)) };
    }
  }
}

/** What is broken in a document may have many. */
function onOneLine(text: string): string {
  return /[\r\n]/.test(text) ? JSON.stringify(text) : text;
}

/** What a rewind took back is drawn nowhere. */
function takenBack(events: readonly LedgerEvent[]): ReadonlySet<LedgerEvent> {
  const undone = new Set<LedgerEvent>();
  let to = Infinity;
  for (const event of events.toReversed()) {
    if (event.seq > to) undone.add(event);
    else if (event.type === 'thread.rewound') to = event.to;
    else to = Infinity;
  }
  return undone;
}
