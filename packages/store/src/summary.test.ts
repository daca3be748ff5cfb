import { type EventDraft, foldAll, type LedgerEvent } from '@toolthread/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeEvent } from './stored-event.ts';
import { emptySummary, isUnfinished, summarise, type Summary, summaryOf } from './summary.ts';

const statuses = ['queued', 'running', 'awaiting_user', 'completed', 'failed', 'cancelled'] as const;
const outcomes = ['done', 'failed', 'denied', 'interrupted', 'skipped'] as const;
/** The thread's own agent, a member, one that does not show its calls, and a child run of that one. */
const scopes = ['', 'agent:open', 'agent:shy', 'child:shy'] as const;

function pick<T>(values: readonly T[], choice: number): T {
  const value = values[choice % values.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

interface OpenCall {
  readonly call: string;
  readonly step: number;
  readonly scope: { readonly scope?: string };
  request?: string;
  settled?: boolean;
}

/** A history as our own runs write them: each seed picks what comes next among the legal moves. */
function legalHistory(choices: readonly number[]): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  const open: OpenCall[] = [];
  const messages: number[] = [];
  const steps = new Map<string, number>();
  let part = 0;
  const write = (draft: EventDraft): void => {
    const stored = storeEvent(draft, { thread: 't', seq: events.length + 1, at: events.length, run: undefined });
    events.push(stored!.event);
  };
  write({ type: 'thread.created', title: 'first' });
  write({ type: 'scope.opened', scope: 'agent:open', kind: 'member', name: 'Open' });
  write({ type: 'scope.opened', scope: 'agent:shy', kind: 'member', name: 'Shy', show_tool_calls: false });
  write({
    type: 'scope.opened',
    scope: 'child:shy',
    kind: 'child',
    name: 'Child',
    parent: { call: 'c', scope: 'agent:shy' },
  });
  for (const choice of choices) {
    const target = open[choice % Math.max(1, open.length)];
    const whose = pick(scopes, choice >> 3);
    const scope = whose === '' ? {} : { scope: whose };
    const step = steps.get(whose) ?? 0;
    const moves: (() => void)[] = [
      () => {
        const delivery = pick(['now', 'followUp'] as const, choice >> 4);
        messages.push(events.length + 1);
        write({ type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'x' }], delivery });
      },
      () => write({ type: 'thread.renamed', title: `title ${choice}` }),
      () => {
        steps.set(whose, step + 1);
        // Now and then the request was built before the last word came.
        write({ type: 'agent.step.started', ...scope, step: step + 1, built_from: events.length - (choice % 3) });
      },
      // A child run ends once, when nothing of it is open.
      () => {
        if (whose !== 'child:shy') write({ type: 'agent.status', ...scope, status: pick(statuses, choice >> 5) });
      },
    ];
    if (messages.length > 0) {
      const parts = choice % 2 === 0 ? [] : [{ type: 'text', text: 'y' } as const];
      moves.push(() => write({ type: 'message.changed', message: pick(messages, choice >> 4), parts }));
    }
    if (step > 0) {
      moves.push(() => {
        part += 1;
        write({ type: 'agent.tool.called', ...scope, step, part, call: `c${part}`, name: 'x', arguments: '{}' });
        open.push({ call: `c${part}`, step, scope });
      });
    }
    if (target !== undefined) {
      const at = { call: target.call, step: target.step, ...target.scope };
      moves.push(() => {
        write({ type: 'agent.tool.completed', ...at, outcome: pick(outcomes, choice >> 5) });
        open.splice(open.indexOf(target), 1);
      });
      if (target.request === undefined) {
        moves.push(() => {
          target.request = `r${events.length}`;
          const expiry = choice % 2 === 0 ? {} : { expires_at: choice };
          write({ type: 'request.opened', request: target.request, kind: 'approval', ...at, ...expiry });
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
      const state = foldAll(events);
      const sorted = (summary: Summary): Summary => ({
        ...summary,
        requests: summary.requests.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        busy: summary.busy.toSorted(),
      });
      expect(sorted(summaryOf(state, kept))).toEqual(sorted(kept));
      const held = kept.unread.filter((message) => message.held === true).map(({ seq }) => String(seq));
      expect(new Set(held)).toEqual(new Set([...state.queue.held.entries()].map(([seq]) => seq)));
    }),
    { numRuns: 500 },
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
      expect(summary).toMatchObject({ open: 0, requests: [], asked: 0, unread: [] });
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

test('[L5] what is kept does not grow with the child runs and messages that are over', () => {
  const scope = 'agent:shy';
  const drafts: EventDraft[] = [
    { type: 'scope.opened', scope, kind: 'member', name: 'Shy', show_tool_calls: false },
    ...Array.from({ length: 100 }, (_, i) => `child:${i}`).flatMap<EventDraft>((child) => [
      { type: 'message.posted', author: '@human', parts: [], delivery: 'now' },
      { type: 'message.posted', author: '@shy', parts: [], delivery: 'now' },
      { type: 'agent.step.started', scope, step: 1 },
      { type: 'scope.opened', scope: child, kind: 'child', name: 'Child', parent: { call: 'c', scope } },
      { type: 'agent.status', scope: child, status: 'completed' },
    ]),
  ];
  const events = drafts.map((draft, i) => storeEvent(draft, { thread: 't', seq: i + 1, at: 0, run: undefined })!.event);
  expect(summaryOfEvents(events)).toEqual({ ...emptySummary, hidden: [scope] });
});
