import type { Item, LedgerEvent } from '@toolthread/core';
import type { SourceRecord } from '@toolthread/core/events';
import { linesOf } from '@toolthread/core/lines';
import { TOLD_AGAIN } from '@toolthread/core/queries';
import { keptRecord } from '@toolthread/transcripts';
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
  const toldAgain = placesToldAgain(events, undone);
  for (const event of events) {
    if (event.type !== 'source.record') {
      if (!undone.has(event)) own.push(event);
      continue;
    }
    const { fate, raw, line } = event;
    // A rule may name what the file calls a record: foreign words.
    const rule = onOneLine(event.rule ?? 'no rule');
    const record = keptRecord(event);
    if (record === undefined && raw === undefined) continue;
    const said = own;
    own = [];
    const isRewound = undone.has(event) && !toldAgain.has(keyOf(event));
    if (fate === 'malformed')
      yield { head: `malformed: ${rule} · line ${line}${inFile(event)}`, text: onOneLine(raw ?? '') };
    // As the account counts it.
    else if (fate === 'hidden' || (fate === 'shown' && isRewound))
      yield {
        head: `hidden: ${fate === 'hidden' ? rule : 'rewound'} · ${placeOf(event)}`,
        text: raw ?? JSON.stringify(record),
      };
    else {
      drawn ??= new DrawnLines(
        linesOf(items, 'whole'),
        title ?? '',
        events.filter((one) => !undone.has(one)),
      );
      const left = drawn.missingIn(textsOf(record ?? null), said);
      if (left.length > 0)
        yield { head: `left out: of ${placeOf(event, 'the ')}`, text: JSON.stringify(Object.fromEntries(left)) };
    }
  }
}

/** `the record at line 3 of agent-a1.jsonl`. The messages of a document have no lines of their own: they are counted. */
function placeOf(event: SourceRecord, article = ''): string {
  const { line, byte } = event;
  return line > 1 && byte === 0 ? `record ${line}` : `${article}record at line ${line}${inFile(event)}`;
}

/** The session's own file needs no name. */
function inFile({ file }: SourceRecord): string {
  return file === undefined ? '' : ` of ${onOneLine(file)}`;
}

/** Records that a rewind took back, and that count again. */
function placesToldAgain(events: readonly LedgerEvent[], undone: ReadonlySet<LedgerEvent>): ReadonlySet<string> {
  const places = new Set<string>();
  for (const event of events)
    if (event.type === 'source.record' && event.rule === TOLD_AGAIN && !undone.has(event)) places.add(keyOf(event));
  return places;
}

function keyOf({ file, line, byte }: SourceRecord): string {
  return JSON.stringify([file, line, byte]);
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
