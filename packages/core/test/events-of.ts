import type { EventDraft, LedgerEvent } from '../src/index.ts';

/** Drafts as a ledger has them, with thread, seq and time, a second apart: `eventsOf([{ type: 'agent.step.started', step: 1 }])`. */
export function eventsOf(drafts: readonly EventDraft[]): LedgerEvent[] {
  return drafts.map((draft, index) => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    ...draft,
    at: draft.at ?? 1000 * (index + 1),
  }));
}
