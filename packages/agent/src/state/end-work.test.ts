import { foldAll, foldOnto, isAtWork } from '@toolthread/core';
import type { EventDraft, ThreadState } from '@toolthread/core';
import { expect, test } from 'vitest';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { endWork } from './end-work.ts';

function after(state: ThreadState, drafts: readonly EventDraft[]): ThreadState {
  const { id: thread, at } = state;
  return foldOnto(
    state,
    drafts.map((draft, index) => ({ at, ...draft, v: 1, thread, seq: state.seq + 1 + index })),
  );
}

const openRequests = ({ requests }: ThreadState): readonly string[] =>
  [...requests.entries()].flatMap(([id, { settled }]) => (settled === undefined ? [id] : []));

test.each(goldenNames)('[L2] [L3] nothing is open after it, wherever the thread was: %s', (name) => {
  const events = readGolden(name);
  for (let length = 1; length <= events.length; length += 1) {
    const state = foldAll(events.slice(0, length));
    const ended = after(state, endWork(state));
    for (const [, { status }] of ended.scopes.entries()) expect(state.life === 'open' && isAtWork(status)).toBe(false);
    if (state.life === 'closed') continue;
    const recorded = [...ended.calls.open.entries()].filter(([at]) => ended.calls.byPlace.get(at)?.recorded === true);
    expect([recorded, ended.openSteps.size, openRequests(ended)]).toEqual([[], 0, []]);
    expect(ended.anomalies.count).toBe(state.anomalies.count);
    expect(endWork(ended)).toEqual([]);
  }
});
