import { type Item, threadOf, timeline } from '@toolthread/core';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import { childState } from './child-state.ts';

/** The children of every golden ledger at every prefix, by what their last item tells. */
function* told(): Iterable<{ readonly last: Item; readonly state: string }> {
  for (const name of goldenNames) {
    const events = readGolden(name);
    for (let end = 1; end <= events.length; end += 1) {
      for (const item of timeline(threadOf(events.slice(0, end))).items) {
        if (item.kind !== 'group') continue;
        for (const entry of item.entries)
          for (const child of entry.kind === 'call' ? entry.children : []) {
            const last = child.items.last();
            if (last !== undefined) yield { last, state: childState(last) };
          }
      }
    }
  }
}

test('[L3] the mark of a child run says what its last item tells: at work, or done', () => {
  const seen = new Set<string>();
  for (const { last, state } of told()) {
    seen.add(state);
    if (last.kind === 'answer') expect(state).toBe(last.state === 'streaming' ? 'working' : 'done');
    if (last.kind === 'group') expect(state).toBe(last.active ? 'working' : 'idle');
  }
  expect([...seen].toSorted()).toEqual(['done', 'working']);
});

test.each([
  ['failed', 'error', 'failed'],
  ['cancelled', 'info', 'interrupted'],
  ['cancelled', 'error', 'interrupted'],
  ['closed', 'info', 'idle'],
] as const)('a child run that ends with %s (%s) is %s', (code, level, state) => {
  expect(childState({ kind: 'status', key: 'k', at: 0, scope: 'child:1', level, code, text: '' })).toBe(state);
});
