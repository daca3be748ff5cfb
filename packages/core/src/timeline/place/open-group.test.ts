import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { isWorking } from '../../ledger/scope-kind.ts';
import { toMessages } from '../../contract/to-messages/to-messages.ts';
import { foldThread, newThread, timeline } from '../timeline.ts';
import type { GroupItem, Item } from '../item.ts';
import { groupHeader } from '../lines/group-header.ts';

function groupsOf(items: Iterable<Item>): GroupItem[] {
  return [...items].flatMap((item): GroupItem[] => {
    if (item.kind === 'section') return groupsOf(item.items);
    if (item.kind !== 'group') return [];
    const children = [...item.entries].flatMap((entry) => (entry.kind === 'call' ? entry.children : []));
    return [item, ...children.flatMap(({ items: inner }) => groupsOf(inner))];
  });
}

/** Every moment of a history: nobody looks at work who is not recorded as being so. */
function expectRecorded(events: readonly LedgerEvent[]): void {
  let thread = newThread(events[0]?.thread ?? '');
  for (const event of events) {
    thread = foldThread(thread, event);
    const { state } = thread;
    const groups = groupsOf(timeline(thread).items);
    for (const group of groups) {
      if (group.active) expect(isWorking(state, group.scope)).toBe(true);
      if (groupHeader(group)?.state === 'thinking') expect(isWorking(state, group.scope)).toBe(true);
    }
    const thinks = toMessages(state).some(({ metadata }) => metadata?.status_type === 'thinking');
    if (thinks) expect([...state.scopes.entries()].some(([, { scope }]) => isWorking(state, scope))).toBe(true);
  }
}

test.each(goldenNames)('[L3] [seed 001] nothing is active without a record of it: %s', (name) => {
  expectRecorded(readGolden(name));
});

test('[L3] [seed 001] nothing is active without a record of it, in any history', () => {
  fc.assert(fc.property(arbitraryHistory(), expectRecorded), { numRuns: 60 });
});
