import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { toldLive } from '../../../test/told-live.ts';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { parseEvent } from '../../ledger/check/parse-event.ts';
import { emptyThread } from '../../ledger/fold/empty-thread.ts';
import { fold, foldAll } from '../../ledger/fold/fold.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { linesOf } from '../../timeline/lines/lines-of.ts';
import { threadOf, timeline } from '../../timeline/timeline.ts';
import { contractReader } from '../from-events/contract-reader.ts';
import { toMessages } from '../to-messages/to-messages.ts';

function readBack(envelopes: readonly unknown[]): LedgerEvent[] {
  const reader = contractReader();
  let state = emptyThread('back');
  const events: LedgerEvent[] = [];
  for (const envelope of envelopes) {
    for (const event of appendDrafts(state, reader.push(envelope), 0)) {
      events.push(event);
      state = fold(state, event).state;
    }
  }
  return events;
}

function seen(events: readonly LedgerEvent[]): string[] {
  const lines = [...linesOf(timeline(threadOf(events)).items, 'whole')];
  return lines.map(({ spans }) => spans.map(({ text }) => text).join(''));
}

/** What the contract has no word for, nor older pages a use. */
const CANNOT: ReadonlyMap<string, string> = new Map([
  ['call-lost-at-the-end', 'that a thread was closed'],
  ['child-run', 'what a child run says and does'],
  ['compaction', 'that the context was compacted'],
  ['length-cut', 'arguments that were cut off before they were a call'],
  ['provider-run-web-search', 'sources between the words'],
  ['purged-message', 'what was removed'],
  ['queued-messages', 'a message that was changed: the page is told to fetch them again'],
  ['rest-taken-back', 'an end that is taken back: the page is told to fetch the messages again'],
  ['rewind-edit-and-resend', 'a rewind: the page is told to fetch the messages again'],
  ['same-id-in-two-scopes', 'who of several agents speaks'],
  ['stop-during-tool', 'what an interrupted call had printed'],
  ['team-of-three-with-consensus', 'who of several agents speaks'],
  ['tour', 'what a child run says and does'],
  ['wait-before-the-next-attempt', 'the wait before the next attempt of a step'],
  ['workspace-changed-and-undone', 'what changed in the workspace'],
]);

describe('read back, the contract’s events give the timeline that they were made of', () => {
  it.each(goldenNames.filter((name) => !CANNOT.has(name)))('%s', (name) => {
    const events = readGolden(name);
    expect(seen(readBack(toldLive(events)))).toEqual(seen(events));
  });

  it.each([...CANNOT])('%s: the contract cannot carry %s', (name) => {
    const events = readGolden(name);
    const back = readBack(toldLive(events));
    expect(seen(back)).not.toEqual(seen(events));
    expect(back.filter(({ type }) => type === 'source.record')).not.toContainEqual(
      expect.objectContaining({ fate: 'malformed' }),
    );
  });

  /** Whether words are a refusal, or commentary, is told when they are whole. */
  const late = ['refusal', 'responses-encrypted-reasoning-phases'];
  const steady = goldenNames.filter((name) => !CANNOT.has(name) && !late.includes(name));

  it.each(steady)('at every moment on the way: %s', (name) => {
    const events = readGolden(name);
    for (let upTo = 0; upTo <= events.length; upTo += 1) {
      const [back, here] = [readBack(toldLive(events.slice(0, upTo))), events.slice(0, upTo)];
      const open = foldAll(here).calls.open;
      // Of arguments that are still coming, and of what a tool prints meanwhile, the contract tells nothing.
      if (open.size > 0) continue;
      expect([upTo, seen(back)]).toEqual([upTo, seen(here)]);
    }
  });
});

test('a result that another may follow is told as such, and read back as such', () => {
  const call = { call: 'c1', step: 1, name: 'search' } as const;
  const told = (provisional: object): LedgerEvent[] =>
    eventsOf([
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', ...call, part: 0, arguments: '{}' },
      {
        type: 'agent.tool.completed',
        ...call,
        outcome: 'done',
        parts: [{ type: 'text', text: 'half' }],
        ...provisional,
      },
    ]);
  for (const [given, isProvisional] of [
    [{ provisional: true }, true],
    [{}, undefined],
  ] as const) {
    const live = toldLive(told(given));
    expect(live.at(-1)?.payload['provisional']).toBe(isProvisional);
    const ended = readBack(live).find(({ type }) => type === 'agent.tool.completed');
    expect(ended?.type === 'agent.tool.completed' && ended.provisional).toBe(isProvisional);
  }
});

test('the calls of the events have the ids of the messages', () => {
  for (const name of goldenNames) {
    const events = readGolden(name);
    const live = new Set(toldLive(events).map(({ payload }) => payload['tool_call_id']));
    const stored = toMessages(foldAll(events)).flatMap(({ metadata }) => metadata?.tool_calls ?? []);
    for (const { id } of stored.filter((call) => call.args !== undefined))
      expect([name, live.has(id)]).toEqual([name, true]);
  }
});

test('whatever the history, what is told can be read: no envelope is malformed, and every draft of it is an event', () => {
  fc.assert(
    fc.property(arbitraryHistory({ maxLength: 40 }), (events) => {
      for (const event of readBack(toldLive(events))) {
        expect(parseEvent(event)).toMatchObject({ ok: true });
        if (event.type === 'source.record' && event.fate === 'malformed')
          expect(['unknown_request', 'retry_of_nothing', 'tool_without_name']).toContain(event.rule);
      }
    }),
  );
});
