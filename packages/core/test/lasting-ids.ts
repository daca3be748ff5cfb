import { expect } from 'vitest';
import type { LedgerEvent } from '../src/ledger/ledger-event.ts';
import { emptyThread } from '../src/ledger/fold/empty-thread.ts';
import { fold } from '../src/ledger/fold/fold.ts';
import type { ThreadState } from '../src/ledger/thread-state.ts';

/** What is so after one event: the ids by what they stand for, now and before. */
export interface Told<Key> {
  readonly event: LedgerEvent;
  readonly state: ThreadState;
  readonly ids: ReadonlyMap<Key, string>;
  readonly before: ReadonlyMap<Key, string>;
}

/** [L1] At every prefix, each has an id of its own, and keeps it as long as it is there: a rewind takes some back. */
export function expectLastingIds<Key>(
  events: readonly LedgerEvent[],
  idsOf: (state: ThreadState) => ReadonlyMap<Key, string>,
  alsoHolds: (told: Told<Key>) => void = () => undefined,
): void {
  let state = emptyThread(events[0]?.thread ?? '');
  let before = idsOf(state);
  for (const event of events) {
    state = fold(state, event).state;
    const ids = idsOf(state);
    expect(new Set(ids.values()).size).toBe(ids.size);
    expect([...ids.values()]).not.toContain('');
    for (const [key, id] of before) if (ids.has(key)) expect(ids.get(key)).toBe(id);
    alsoHolds({ event, state, ids, before });
    before = ids;
  }
}
