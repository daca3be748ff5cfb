import { foldAll, type LedgerEvent } from '@toolthread/core';
import { emptySummary, summarise, type Summary, summaryOf } from './summary.ts';

/** What the list would say of a thread, from its events alone. */
export function summaryOfEvents(events: readonly LedgerEvent[]): Summary {
  const summary = events.reduce(summarise, emptySummary);
  const isChanged = events.some(({ type }) => type === 'thread.rewound' || type === 'event.purged');
  return isChanged ? summaryOf(foldAll(events), summary) : summary;
}
