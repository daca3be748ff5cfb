import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { EventDraft, LedgerEvent } from '../ledger-event.ts';
import { foldAll } from '../fold/fold.ts';

const MINUTE = 60_000;

/** Drafts with the minute in which each was recorded. */
function workedMinutes(history: readonly (readonly [minute: number, draft: EventDraft])[]): number {
  const events = history.map(([minute, draft], index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: 1 + minute * MINUTE,
    ...draft,
  }));
  return foldAll(events).work.ms / MINUTE;
}

const status = (name: Extract<EventDraft, { type: 'agent.status' }>['status'], scope?: string): EventDraft => ({
  type: 'agent.status',
  status: name,
  ...(scope === undefined ? {} : { scope }),
});
const said: EventDraft = { type: 'message.posted', author: '@human', delivery: 'now', parts: [] };
const started: EventDraft = { type: 'agent.step.started', step: 1 };
const called: EventDraft = { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'x', arguments: '{}' };
const ended = (duration_ms?: number): EventDraft => ({
  type: 'agent.tool.completed',
  step: 1,
  call: 'c',
  outcome: 'done',
  ...(duration_ms === undefined ? {} : { duration_ms }),
});

test('[issue 13] runs work; people who read, think or answer do not', () => {
  expect(workedMinutes([[0, said], [0, status('running')], [2, status('completed')], [60, said], [60, status('running')], [61, status('failed')]])).toBe(3); // prettier-ignore
  expect(workedMinutes([[0, status('running')], [1, status('awaiting_user')], [50, status('running')], [51, status('completed')]])).toBe(2); // prettier-ignore
  expect(
    workedMinutes([
      [0, status('running', 'agent:coder')],
      [9, status('completed', 'agent:coder')],
    ]),
  ).toBe(0);
});

test('[issue 13] a long call counts as long as it says; a silence that nobody accounts for, five minutes', () => {
  const around = (end: EventDraft): number =>
    workedMinutes([[0, status('running')], [0, started], [0, called], [40, end], [40, status('completed')]]); // prettier-ignore
  expect(around(ended(40 * MINUTE))).toBe(40);
  expect(around(ended(10 * MINUTE))).toBe(15);
  // Such as a night in which the computer was off.
  expect(around(ended())).toBe(5);
});

test('[L3] the time in which the server was away is no work: what ended with it worked until the last thing recorded before', () => {
  const error = { message: 'The server stopped.', code: 'interrupted' };
  const output: EventDraft = { type: 'agent.tool.output.delta', step: 1, call: 'c', offset: 0, text: 'x' };
  const cutStep: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'aborted', error };
  const cutCall: EventDraft = { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'interrupted', error };
  const asked: EventDraft = { type: 'request.opened', request: 'q', kind: 'question', call: 'c', step: 1 };
  const withdrawn: EventDraft = { type: 'request.resolved', request: 'q', decision: 'withdrawn' };
  expect(workedMinutes([[0, status('running')], [1, started], [4, cutStep], [6, status('completed')]])).toBe(3); // prettier-ignore
  expect(workedMinutes([[0, status('running')], [1, called], [2, output], [4, cutCall], [4, cutStep], [5, status('completed')]])).toBe(3); // prettier-ignore
  expect(workedMinutes([[0, status('running')], [1, called], [2, asked], [4, withdrawn], [4, cutCall], [5, status('completed')]])).toBe(3); // prettier-ignore
});

test('[issue 13] a rewind takes no work back', () => {
  const rewound: EventDraft = { type: 'thread.rewound', to: 1 };
  expect(workedMinutes([[0, said], [0, status('running')], [0, started], [2, status('completed')], [3, rewound]])).toBe(2); // prettier-ignore
});

test('[L1] in any history it only grows, and only by time that passed', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.infiniteStream(fc.nat({ max: 20 * MINUTE })), (history, gaps) => {
      let at = 1;
      const times = gaps[Symbol.iterator]();
      const events = history.map((event) => ({ ...event, at: (at += Number(times.next().value)) }));
      let before = 0;
      for (let count = 1; count <= events.length; count += 1) {
        const { ms } = foldAll(events.slice(0, count)).work;
        expect(ms).toBeGreaterThanOrEqual(before);
        expect(ms).toBeLessThanOrEqual((events[count - 1]?.at ?? 0) - (events[0]?.at ?? 0));
        before = ms;
      }
    }),
    { numRuns: 40 },
  );
});
