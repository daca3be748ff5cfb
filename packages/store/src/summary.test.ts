import { type EventDraft, foldAll, type LedgerEvent } from '@toolthread/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeEvent } from './stored-event.ts';
import { emptySummary, isUnfinished, summarise, type Summary, summaryOf } from './summary.ts';

const statuses = ['queued', 'running', 'awaiting_user', 'completed', 'failed', 'cancelled'] as const;
const outcomes = ['done', 'failed', 'denied', 'interrupted', 'skipped'] as const;

function pick<T>(values: readonly T[], choice: number): T {
  const value = values[choice % values.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** A history as our own runs write them: each seed picks what comes next among the legal moves. */
function legalHistory(choices: readonly number[]): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  const open: { call: string; step: number; request?: string; settled?: boolean }[] = [];
  let step = 0;
  let part = 0;
  const write = (draft: EventDraft): void => {
    const stored = storeEvent(draft, { thread: 't', seq: events.length + 1, at: events.length, run: undefined });
    events.push(stored!.event);
  };
  write({ type: 'thread.created', title: 'first' });
  for (const choice of choices) {
    const target = open[choice % Math.max(1, open.length)];
    const moves: (() => void)[] = [
      () => write({ type: 'message.posted', author: '@human', parts: [], delivery: 'now' }),
      () => write({ type: 'thread.renamed', title: `title ${choice}` }),
      () => {
        step += 1;
        part = 0;
        write({ type: 'agent.step.started', step });
      },
      () =>
        write({
          type: 'agent.status',
          status: pick(statuses, choice),
        }),
    ];
    if (step > 0) {
      moves.push(() => {
        const call = `c${choice % 3}`;
        write({ type: 'agent.tool.called', step, part, call: `${call}-${part}`, name: 'x', arguments: '{}' });
        open.push({ call: `${call}-${part}`, step });
        part += 1;
      });
    }
    if (target !== undefined) {
      moves.push(() => {
        const outcome = pick(outcomes, choice);
        write({ type: 'agent.tool.completed', step: target.step, call: target.call, outcome });
        open.splice(open.indexOf(target), 1);
      });
      if (target.request === undefined) {
        moves.push(() => {
          target.request = `r${events.length}`;
          write({
            type: 'request.opened',
            request: target.request,
            kind: 'approval',
            call: target.call,
            step: target.step,
          });
        });
      } else if (target.settled !== true) {
        const { request } = target;
        moves.push(() => {
          target.settled = true;
          write({ type: 'request.resolved', request, decision: 'once' });
        });
      }
    }
    pick(moves, choice)();
  }
  return events;
}

function summaryOfEvents(events: readonly LedgerEvent[]): Summary {
  return events.reduce(summarise, emptySummary);
}

const choices = fc.array(fc.nat(), { maxLength: 60 });

test('[L1] on every prefix of a legal history the summary is what the fold says', () => {
  fc.assert(
    fc.property(choices, (picks) => {
      const events = legalHistory(picks);
      const kept = summaryOfEvents(events);
      const folded = summaryOf(foldAll(events), kept);
      const sorted = (summary: Summary): Summary => ({
        ...summary,
        requests: summary.requests.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      });
      expect(sorted(kept)).toEqual(sorted(folded));
    }),
    { numRuns: 300 },
  );
});

test('closing a thread leaves nothing open and nothing owed', () => {
  fc.assert(
    fc.property(choices, (picks) => {
      const events = legalHistory(picks);
      const stored = storeEvent(
        { type: 'thread.closed' },
        { thread: 't', seq: events.length + 1, at: 0, run: undefined },
      );
      const summary = summaryOfEvents([...events, stored!.event]);
      expect(summary).toMatchObject({ open: 0, requests: [], asked: 0 });
      expect(summaryOf(foldAll([...events, stored!.event]), summary)).toMatchObject({ open: 0, requests: [] });
    }),
  );
});

test('a call that closes takes its own request with it, not the request of a namesake in another scope', () => {
  const events = (['agent:a', 'agent:b'] as const).flatMap<EventDraft>((scope) => [
    { type: 'agent.step.started', step: 1, scope },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'x', arguments: '', scope },
    { type: 'request.opened', request: `r-${scope}`, kind: 'approval', call: 'c', step: 1, scope },
  ]);
  const done: EventDraft = { type: 'agent.tool.completed', call: 'c', step: 1, outcome: 'done', scope: 'agent:a' };
  const stored = [...events, done].map(
    (draft, i) => storeEvent(draft, { thread: 't', seq: i + 1, at: 0, run: undefined })!.event,
  );
  expect(summaryOfEvents(stored).requests).toEqual([{ id: 'r-agent:b', scope: 'agent:b', call: 'c' }]);
});

test('an open call in a thread that waits for a person is no reason to look at it after a restart', () => {
  const waiting: Summary = { ...emptySummary, open: 1, status: 'awaiting_user' };
  expect(isUnfinished(waiting, true)).toBe(false);
  expect(isUnfinished({ ...waiting, status: 'completed' }, true)).toBe(true);
});
