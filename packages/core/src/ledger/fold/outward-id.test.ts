import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { expectLastingIds } from '../../../test/lasting-ids.ts';
import { toMessages } from '../../contract/to-messages/to-messages.ts';
import type { EventDraft, LedgerEvent } from '../ledger-event.ts';
import type { ThreadState } from '../thread-state.ts';
import { foldAll } from './fold.ts';

const ledger = (...drafts: EventDraft[]): LedgerEvent[] => eventsOf(drafts);

const called = (step: number, call: string | undefined, more: { provider_id?: string; scope?: string } = {}) =>
  ({
    type: 'agent.tool.called',
    step,
    part: 0,
    name: 'search',
    arguments: '{}',
    ...(call && { call }),
    ...more,
  }) as const;
const started = (step: number, scope?: string) =>
  ({ type: 'agent.step.started', step, ...(scope && { scope }) }) as const;

function idsOf(state: ThreadState): Map<string, string> {
  return new Map([...state.calls.byPlace.entries()].map(([place, { outwardId }]) => [place, outwardId]));
}

/** A call that is there has its place under its id, stays but for a rewind, and is told with an id of its own. */
function expectLasting(events: readonly LedgerEvent[]): void {
  expectLastingIds(events, idsOf, ({ event, state, ids, before }) => {
    for (const [place, id] of ids) expect(state.calls.outward.get(id)).toBe(place);
    if (event.type !== 'thread.rewound')
      for (const [place, id] of before) expect([place, ids.get(place)]).toEqual([place, id]);
    const told = toMessages(state).flatMap(({ metadata }) => metadata?.tool_calls?.map(({ id }) => id) ?? []);
    expect(new Set(told).size).toBe(told.length);
  });
}

test.each(goldenNames)('[L1] the id under which a call is told is one of its own, and stays: %s', (name) => {
  expectLasting(readGolden(name));
});

test('[L1] in any history, at any prefix, a call keeps its outward id, and no other has it', () => {
  fc.assert(fc.property(arbitraryHistory({ maxLength: 40 }), expectLasting));
});

test('the first that is told keeps its id, whatever stands before it', () => {
  const events = ledger(started(1), started(1, 'agent:pm'), called(1, 'c', { scope: 'agent:pm' }), called(1, 'c'));
  expect(idsOf(foldAll(events))).toEqual(
    new Map([
      ['1|0|agent:pm', 'c'],
      ['1|0|', 'c~1.0'],
    ]),
  );
});

test("the provider's id, unless the call was told before it was known", () => {
  const delta = { type: 'agent.tool.input.delta', step: 1, part: 0, offset: 0, text: '{', name: 'search' } as const;
  const named = called(1, 'c1', { provider_id: 'toolu_1' });
  expect([...idsOf(foldAll(ledger(started(1), named))).values()]).toEqual(['toolu_1']);
  expect([...idsOf(foldAll(ledger(started(1), { ...delta, call: 'c1' }, named))).values()]).toEqual(['c1']);
  expect([...idsOf(foldAll(ledger(started(1), delta, named))).values()]).toEqual(['1.0']);
});

test('a result that came first keeps its id, and its call takes it over', () => {
  const result = { type: 'agent.tool.completed', call: 'c1', outcome: 'done' } as const;
  const events = ledger(started(1), result, called(1, 'c1', { provider_id: 'toolu_1' }));
  const tools = (upTo: number): unknown[] =>
    toMessages(foldAll(events.slice(0, upTo))).flatMap(({ metadata }) => metadata?.tool_call_id ?? []);
  expect([tools(2), tools(3)]).toEqual([['c1'], ['c1']]);
});

test('ids that are made to collide are told apart all the same', () => {
  const ids = ['c', 'c', 'c~3.0', 'c~3.0~', 'c'];
  const events = ledger(...ids.flatMap((id, index) => [started(index + 1), called(index + 1, id)]));
  expect(new Set(idsOf(foldAll(events)).values()).size).toBe(ids.length);
});
