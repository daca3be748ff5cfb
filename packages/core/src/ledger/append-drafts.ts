import { LEDGER_VERSION } from './ledger-event.ts';
import type { EventDraft, LedgerEvent } from './ledger-event.ts';
import type { ThreadState } from './thread-state.ts';

/**
 * The events that drafts become at the end of a thread: numbered, and stamped with the time that each names, else with `now`, else with
 * that of the event before.
 *
 * @example
 * import { emptyThread, foldOnto } from '@toolthread/core';
 * const events = appendDrafts(emptyThread('t1'), [{ type: 'thread.created' }, { type: 'thread.renamed', title: 'Parser' }], 1000);
 * events.map(({ seq, at, type }) => [seq, at, type]); //=> [[1, 1000, 'thread.created'], [2, 1000, 'thread.renamed']]
 * foldOnto(emptyThread('t1'), events).title; //=> 'Parser'
 */
export function appendDrafts(
  { id, seq, at }: Pick<ThreadState, 'id' | 'seq' | 'at'>,
  drafts: readonly EventDraft[],
  now?: number,
): readonly LedgerEvent[] {
  let last = now ?? at;
  return drafts.map((draft, index): LedgerEvent => {
    last = draft.at ?? now ?? last;
    return stamp(draft, id, seq + index + 1, last);
  });
}

/** A draft as the event of a thread: the names that every event has are last. */
export function stamp(draft: EventDraft, thread: string, seq: number, at: number): LedgerEvent {
  // A spread of drafts of so many shapes takes more than twice as long.
  return Object.assign({}, draft, { at, v: LEDGER_VERSION, thread, seq } as const);
}
