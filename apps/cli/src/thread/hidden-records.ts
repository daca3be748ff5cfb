import type { LedgerEvent } from '@toolthread/core';

interface HiddenRecord {
  /** Where it stands, and by which rule it is hidden. */
  readonly head: string;
  /** The record, as JSON on one line. */
  readonly text: string;
}

/** [L4] What a rule hides, for those who want to see everything. Only what was kept can be shown. */
export function* hiddenRecords(events: Iterable<LedgerEvent>): Iterable<HiddenRecord> {
  for (const event of events) {
    if (event.type !== 'source.record' || event.fate !== 'hidden' || event.raw === undefined) continue;
    yield { head: `hidden: ${event.rule ?? 'no rule'} · record at line ${event.line}`, text: event.raw };
  }
}
