import { timeRows, usageRows } from '@toolthread/core/summary';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import type { UsageRow } from '@toolthread/core/summary';
import { eventFacts } from '../thread/event-facts.ts';

/** What was used in a fork itself. What it copied, and when that was, is its origin's. */
export function forkUsage(state: ThreadState, events: readonly LedgerEvent[]): readonly UsageRow[] {
  const copied = state.origin?.seq ?? 0;
  const until = events.find(({ seq }) => seq === copied)?.at ?? 0;
  const { worked, waited } = eventFacts(events.filter(({ seq, at }) => seq > copied && at > until));
  return [...usageRows(state), ...timeRows(worked, waited)];
}
