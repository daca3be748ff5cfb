import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { toldLive } from '../../../test/told-live.ts';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { emptyThread } from '../../ledger/fold/empty-thread.ts';
import { foldAll, foldOnto } from '../../ledger/fold/fold.ts';
import { scopesAtWork } from '../../ledger/scope-kind.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { fromMessages } from '../from-messages/from-messages.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import type { ContractEnvelope } from '../to-events/to-contract-events.ts';
import { contractReader } from './contract-reader.ts';

function read(records: readonly unknown[], after?: ThreadState): ThreadState {
  const reader = contractReader(after === undefined ? {} : { after });
  let state = after ?? emptyThread('back');
  for (const record of records) state = foldOnto(state, appendDrafts(state, reader.push(record), 0));
  return state;
}

const lines = (state: ThreadState): string[] =>
  toMessages(state).map(({ role, content, metadata }) =>
    JSON.stringify([role, content, metadata?.tool_call_id, metadata?.tool_calls?.map(({ id }) => id)]),
  );

/** All words, however they are cut into messages. */
const words = (state: ThreadState): string =>
  toMessages(state)
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ content }) => content)
    .join('')
    .replace(/\s/g, '');

function countOf(list: readonly string[], line: string): number {
  return list.filter((each) => each === line).length;
}

/** Where the events cannot carry what the messages do, each line is there as often as one of them has it. */
function expectOnce(
  state: ThreadState,
  alone: ThreadState,
  stored: ThreadState,
  roles: readonly string[] = ['["user"', '["tool"', '["assistant"'],
): void {
  const [got, live, kept] = [lines(state), lines(alone), lines(stored)];
  for (const line of got.filter((each) => roles.some((role) => each.startsWith(role))))
    expect(countOf(got, line)).toBeLessThanOrEqual(Math.max(countOf(live, line), countOf(kept, line)));
  // Who is at work, and has told nothing that is not stored, is shown with the next event.
  expect(scopesAtWork(state).length).toBeLessThanOrEqual(scopesAtWork(alone).length);
}

describe('[seed 001] stored messages, then all events from the first one on: nothing is told twice', () => {
  it.each(goldenNames)('%s: any part of the history', (name) => {
    const events = readGolden(name);
    const live = toldLive(events);
    const history = toMessages(foldAll(events));
    const [alone, stored] = [read(live), read(history)];
    expect(lines(read([...history, ...live]))).toEqual(lines(stored));
    const after = foldAll(fromMessages(history));
    expect(lines(read(live, after))).toEqual(lines(after));
    const isSame = JSON.stringify(lines(alone)) === JSON.stringify(lines(stored));
    for (let upTo = 0; upTo <= history.length; upTo += 1) {
      const state = read([...history.slice(0, upTo), ...live]);
      if (isSame) expect([upTo, lines(state)]).toEqual([upTo, lines(stored)]);
      expectOnce(state, alone, stored);
      expect(scopesAtWork(state)).toEqual(scopesAtWork(alone));
    }
  });

  /** What was told is not moved: an attempt that was stored before it was discarded stays. */
  const discarded = ['discarded-attempt', 'failed-run', 'tour', 'wait-before-the-next-attempt'];

  it.each(goldenNames.filter((name) => !discarded.includes(name)))('%s: the history of any moment', (name) => {
    const events = readGolden(name);
    const live = toldLive(events);
    const [alone, stored] = [read(live), read(toMessages(foldAll(events)))];
    if (words(alone) !== words(stored)) return;
    for (let upTo = 0; upTo <= events.length; upTo += 1) {
      const history = toMessages(foldAll(events.slice(0, upTo)));
      const state = read([...history, ...live]);
      expect([upTo, words(state)]).toEqual([upTo, words(alone)]);
      expect([upTo, scopesAtWork(state)]).toEqual([upTo, scopesAtWork(alone)]);
    }
  });

  /** What a reset takes back is stored nowhere: the page fetches the messages again. */
  const sinceReset = (live: readonly ContractEnvelope[]): number =>
    Math.max(
      1,
      live.findLastIndex(({ type }) => type === 'agent.reset'),
    );

  it.each(goldenNames)('%s: all of the history, and the events from any of them on', (name) => {
    const events = readGolden(name);
    const live = toldLive(events);
    const history = toMessages(foldAll(events));
    const stored = words(read(history));
    for (let from = sinceReset(live); from < live.length; from += 1)
      expect([from, words(read([...history, ...live.slice(from)]))]).toEqual([from, stored]);
  });

  /** Words of two steps at once cannot be told apart: no event says whose they are. */
  test('whatever the history: no message, no result', () => {
    fc.assert(
      fc.property(arbitraryHistory({ maxLength: 40 }), (all) => {
        // A rewind or a change is told as a reset: the page fetches the messages again.
        const rewound = all.findIndex(({ type }) => type === 'thread.rewound' || type === 'message.changed');
        const events = rewound === -1 ? all : all.slice(0, rewound);
        const history = toMessages(foldAll(events));
        const live = toldLive(events);
        expectOnce(read([...history, ...live]), read(live), read(history), ['["user"', '["tool"']);
      }),
    );
  });
});
