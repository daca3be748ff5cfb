import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import { callStatus } from '../ledger/call.ts';
import type { Call } from '../ledger/call.ts';
import type { EventDraft, LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { hasRead } from '../ledger/fold/fold-message.ts';
import { answererOf, lastModelOf } from '../ledger/queries/answerer-of.ts';
import { stopOf } from '../ledger/queries/stop-of.ts';
import { titleOf } from '../timeline/title-of.ts';
import { asksForRun } from '../ledger/queries/hearing.ts';
import { scopeKind } from '../ledger/scope-kind.ts';
import type { Step, ThreadState } from '../ledger/thread-state.ts';
import { Vector } from '../structure/vector.ts';
import type { CallCounts } from './call-counts.ts';
import { foldListed, newListedThread } from './listed-thread.ts';
import type { ListedThread } from './listed-thread.ts';
import { canBeStopped, isOpen, isUnfinished, nearestExpiry, summaryOf } from './summary.ts';
import { turnOf } from './session/session-turn.ts';
import { Withholding } from './withholding.ts';
import { figuresOf } from './thread-figures.ts';
import { workedMs } from './worked-ms.ts';

function recordedCalls(state: ThreadState): readonly Call[] {
  return [...state.calls.byPlace.entries()].map(([, call]) => call).filter(({ recorded }) => recorded);
}

function countsOf(state: ThreadState): CallCounts {
  const calls = recordedCalls(state);
  return {
    calls: calls.length,
    failed: calls.filter((call) => callStatus(call) === 'failed').length,
    open: calls.filter((call) => call.state.name !== 'settled').length,
  };
}

/** What the list shows and the state has as it is; what is not there is not told. */
function stated(state: ThreadState): object {
  const { source, workspace, chosen, origin, placed, agent: where } = state;
  const choice = chosen !== undefined && chosen.seq > (origin?.seq ?? 0) ? chosen : undefined;
  const isSession = source !== undefined && where === 'elsewhere';
  const { agent, model: next } = answererOf(state);
  const model = lastModelOf(state) ?? next;
  const fields = {
    title: titleOf(state),
    status: isSession ? undefined : state.scopes.get('')?.status,
    stop: isSession || state.scopes.get('')?.status !== 'completed' ? undefined : stopOf(state),
    turn: isSession ? turnOf(state) : undefined,
    agent: agent === 'elsewhere' ? (source?.format ?? agent) : agent,
    model,
    project: choice?.workspace ?? workspace,
    pinned: placed.pinned || undefined,
    place: placed.place === 'list' ? undefined : placed.place,
    placedAt: placed.place === 'list' ? undefined : placed.at,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function readersOf({ steps }: ThreadState): readonly Step[] {
  return [...steps.entries()].map(([, step]) => step).filter(({ scope }) => scopeKind(scope) !== 'child');
}

/** Everything that the state says itself, counted again from the whole of it. */
function expectAgreed(thread: ListedThread, events: readonly LedgerEvent[]): void {
  const state = foldAll(events);
  const withholding = new Withholding();
  const shown = foldAll(events.map((event) => withholding.pass(event)));
  const requests = [...state.requests.entries()].map(([, request]) => request);
  const open = requests.filter(({ settled }) => settled === undefined);
  const { pending, counts, shownCounts } = thread;

  expect(counts.view).toEqual(countsOf(state));
  expect(shownCounts.view).toEqual(countsOf(shown));
  const { calls, failed } = figuresOf(shown);
  expect(summaryOf(thread)).toEqual({
    ...stated(state),
    calls,
    failed,
    waiting: open.length,
    approvals: open.filter(({ kind }) => kind === 'approval' || kind === 'plan').length,
    workedMs: workedMs(shown),
  });
  expect(pending.view.requests.map(({ id }) => id).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
  for (const { id } of requests) expect(isOpen(thread.state, id)).toBe(open.some((one) => one.id === id));
  const times = open.flatMap(({ expiresAt }) => expiresAt ?? []);
  expect(nearestExpiry(thread)).toBe(times.length === 0 ? undefined : Math.min(...times));

  const said = new Map([...state.log].flatMap((one) => (one.kind === 'message' ? [[one.message.seq, one]] : [])));
  // After an end, only what is said later asks for a run.
  const ended = events.findLast(({ type }) => type === 'agent.status' || type === 'thread.closed')?.seq ?? 0;
  const owed = new Set(Array.from(pending.view.owed, ({ seq }) => seq));
  for (const { message, since } of said.values()) {
    const isRead = readersOf(state).some((step) => hasRead(step, since));
    if (message.seq > ended && !isRead) expect(owed.has(message.seq)).toBe(asksForRun(message));
  }
  for (const { seq, since } of pending.view.owed) {
    expect(said.get(seq)?.since).toBe(since);
    expect(readersOf(state).filter((step) => (step.builtFrom ?? step.seq) >= since && step.seq > since)).toEqual([]);
  }
}

function prefixes(events: readonly LedgerEvent[]): ListedThread {
  let thread = newListedThread(events[0]?.thread ?? '');
  for (const [index, event] of events.entries()) {
    thread = foldListed(thread, event);
    expectAgreed(thread, events.slice(0, index + 1));
  }
  return thread;
}

function eventsOf(drafts: readonly EventDraft[]): readonly LedgerEvent[] {
  return drafts.map((draft, index) => ({ v: 1, thread: 't', seq: index + 1, at: index + 1, ...draft }));
}

function listed(drafts: readonly EventDraft[]): ListedThread {
  return eventsOf(drafts).reduce(foldListed, newListedThread('t'));
}

function owedIn(drafts: readonly EventDraft[]): readonly unknown[] {
  return [...listed(drafts).pending.view.owed];
}

/** The places in all lists that can be reached, each list counted once. */
function placesIn(value: unknown, seen: Set<unknown>): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  const own = value instanceof Vector ? [Vector.treeOf(value)] : Object.values(value);
  return own.reduce((sum: number, one: unknown) => sum + placesIn(one, seen), Array.isArray(value) ? value.length : 0);
}

const SHY = 'agent:coder';
/** Of the scopes in random histories, one does not show its calls, nor does its child run. */
const shyScopes: readonly Extract<EventDraft, { type: 'scope.opened' }>[] = [
  { type: 'scope.opened', scope: SHY, kind: 'member', name: 'Coder', show_tool_calls: false },
  { type: 'scope.opened', scope: 'child:r1', kind: 'child', name: 'Child', parent: { call: 'c1', scope: SHY } },
];

function withShyScopes(history: readonly LedgerEvent[]): LedgerEvent[] {
  const [first, ...rest] = history;
  if (first === undefined) return [];
  const shy = shyScopes.map((draft) => ({ ...first, ...draft }));
  const rewound = (event: LedgerEvent): LedgerEvent =>
    event.type === 'thread.rewound' ? { ...event, to: event.to + shy.length } : event;
  return [first, ...shy, ...rest].map((event, index) => ({ ...rewound(event), seq: index + 1 }));
}

/** A file of another program. Its times are not in order, and hours are between some. */
function asSession(history: readonly LedgerEvent[]): LedgerEvent[] {
  return history.map((event, index) => {
    const told = { ...event, at: 1_700_000_000_000 + ((index * 7919) % 101) * 97_000 };
    return told.type === 'thread.created' ? { ...told, source: { format: 'codex' }, agent: 'elsewhere' } : told;
  });
}

describe('[L1] the list says what the state says', () => {
  it.each(goldenNames)('at every prefix of %s', (name) => {
    prefixes(readGolden(name));
  });

  it.each([
    ['repeats-and-overlaps', { calls: 1, failed: 0 }],
    ['ids-reused-in-later-step', { failed: 1 }],
  ])('%s: a repeated result is counted once', (name, counts) => {
    expect(summaryOf(prefixes(readGolden(name)))).toMatchObject(counts);
  });

  it.each([
    ['any history', (events: LedgerEvent[]) => events],
    ['any history with members that do not show their calls', withShyScopes],
    ['any session of another agent, with its pauses', asSession],
  ])('at every prefix of %s', (_, change) => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => void prefixes(change(events))),
      { numRuns: 60 },
    );
  });

  it('whatever is folded onto it, a thread stays as it was', () => {
    const before = listed([{ type: 'thread.created' }, ...shyScopes.slice(1)]);
    const [, , opened] = eventsOf([{ type: 'thread.created' }, ...shyScopes.slice(1), ...shyScopes.slice(0, 1)]);
    const called = eventsOf([
      { type: 'thread.created' },
      ...shyScopes.slice(1),
      { type: 'agent.step.started', scope: SHY, step: 1 },
      { type: 'agent.tool.called', scope: SHY, step: 1, part: 0, name: 'x', arguments: '' },
    ]).slice(2);
    if (opened !== undefined) foldListed(before, opened);
    expect(summaryOf(called.reduce(foldListed, before)).calls).toBe(1);
  });
});

describe('what a restart has to know', () => {
  const said: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'now' };
  const running: EventDraft = { type: 'agent.status', status: 'running' };
  const completed: EventDraft = { type: 'agent.status', status: 'completed' };
  const step: EventDraft = { type: 'agent.step.started', step: 1 };
  const called: EventDraft = { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'x', arguments: '' };
  const opened: EventDraft = { type: 'request.opened', request: 'r', kind: 'approval', call: 'c', step: 1 };
  const done: EventDraft = { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done' };

  it.each<[string, boolean, readonly EventDraft[]]>([
    ['nothing was said', false, [{ type: 'thread.created' }]],
    ['something was said', true, [said]],
    ['a step has read it', false, [said, step]],
    ['a child run has not', true, [said, { ...step, scope: 'child:r' }]],
    ['a step that was built before has not', true, [said, { ...step, built_from: 0 }]],
    ['an agent said it to nobody', false, [{ ...said, author: '@pm' }]],
    ['an agent said it to another', true, [{ ...said, author: '@pm', mentions: ['@coder'] }]],
    ['it was said to a child run', false, [{ ...said, scope: 'child:r' }]],
    ['it was taken back', false, [said, { type: 'message.changed', message: 1, parts: [] }]],
    ['the run has ended', false, [said, running, step, completed]],
    ['the run has failed before it was read', false, [said, running, { type: 'agent.status', status: 'failed' }]],
    ['the run was stopped', true, [said, running, step, { type: 'run.stop.requested' }]],
    ['a call has no outcome', true, [said, step, called, completed]],
    ['it waits for a person', false, [said, step, called, opened, { type: 'agent.status', status: 'awaiting_user' }]],
    [
      'a person has settled it',
      true,
      [
        step,
        called,
        opened,
        done,
        completed,
        opened,
        { ...opened, request: 'q', call: 'd' },
        { type: 'request.resolved', request: 'q', decision: 'once' },
      ],
    ],
    ['a call that ended has withdrawn its request', false, [said, step, called, opened, done]],
    [
      'a file of another program says that it runs',
      false,
      [{ type: 'thread.created', source: { format: 'codex' } }, said, running],
    ],
    ['the thread was closed', false, [said, step, called, opened, { type: 'thread.closed' }]],
  ])('%s: %s', (_, unfinished, drafts) => {
    expect(isUnfinished(listed(drafts), false)).toBe(unfinished);
  });

  it('what a file says of its own runs counts as soon as a run of ours has worked there', () => {
    const imported = listed([{ type: 'thread.created', source: { format: 'codex' } }, said]);
    expect([isUnfinished(imported, false), isUnfinished(imported, true)]).toEqual([false, true]);
  });

  it('a follow-up is owed a run when the one it waited for has completed', () => {
    const held = [running, { ...said, delivery: 'followUp' } as const, step];
    expect(owedIn(held)).toEqual([]);
    expect(owedIn([...held, completed])).toEqual([{ seq: 2, since: 4 }]);
    expect(owedIn([...held, { type: 'agent.status', status: 'cancelled' }])).toEqual([]);
  });

  it('what a rewind brings back is owed again, and what it takes away is not', () => {
    const read = [said, step, completed];
    expect(isUnfinished(listed(read), true)).toBe(false);
    expect(owedIn([...read, { type: 'thread.rewound', to: 1 }])).toEqual([{ seq: 1, since: 1 }]);
    expect(isUnfinished(listed([said, step, said, { type: 'thread.rewound', to: 2 }]), true)).toBe(false);
  });

  it('a run can be stopped while it works, waits for a person or is owed', () => {
    const stops = [[said], [running], [{ type: 'agent.status', status: 'awaiting_user' }], [step, called, opened]];
    for (const drafts of stops as EventDraft[][]) expect(canBeStopped(listed(drafts), false)).toBe(true);
    expect(canBeStopped(listed([said, running, step, completed]), false)).toBe(false);
  });

  it('[L5] a message costs the same however many before it nobody has read', () => {
    const places = (messages: number): number => {
      const { pending } = listed(Array.from({ length: messages }, () => said));
      return placesIn(
        [...pending.kept].map(({ view }) => view.owed),
        new Set(),
      );
    };
    expect(places(1600)).toBeLessThan(6 * places(400));
  });

  it('[L5] what is kept does not grow with the messages and requests that are over', () => {
    const turn = (n: number): EventDraft[] => [
      said,
      { ...step, step: n },
      { type: 'request.opened', request: `r${n}`, kind: 'question' },
      { type: 'request.resolved', request: `r${n}`, decision: 'deny' },
      completed,
    ];
    const thread = listed(Array.from({ length: 100 }, (_, n) => turn(n + 1)).flat());
    const { requests, asked, owed } = thread.pending.view;
    expect({ requests, asked, owed: [...owed] }).toEqual({ requests: [], asked: 0, owed: [] });
  });
});

describe('[issue 13] the list says who answers, where, and how long there was work', () => {
  const chosen: EventDraft = { type: 'agent.chosen', agent: 'built-in', provider: 'p', model: 'm2', workspace: '/w' };
  const configured: EventDraft = { type: 'agent.configured', provider: 'p', api: 'a', model: 'm1' };

  it('as it was chosen, and the model that was set or chosen last where none has answered', () => {
    expect(summaryOf(listed([{ type: 'thread.created' }]))).not.toHaveProperty('agent');
    expect(summaryOf(listed([{ type: 'thread.created' }, configured]))).toMatchObject({ model: 'm1' });
    expect(summaryOf(listed([{ type: 'thread.created' }, chosen, configured]))).toMatchObject({
      agent: 'built-in',
      model: 'm1',
      project: '/w',
    });
    expect(summaryOf(listed([{ type: 'thread.created' }, configured, chosen]))).toMatchObject({ model: 'm2' });
    expect(summaryOf(listed([{ type: 'thread.created', agent: 'elsewhere' }]))).toMatchObject({ agent: 'elsewhere' });
  });

  it('the model that answered, in a team and where nothing had to be configured anew', () => {
    const created: EventDraft = { type: 'thread.created' };
    const step: EventDraft = { type: 'agent.step.started', step: 1 };
    const team: EventDraft = { type: 'scope.opened', scope: 'team', kind: 'team', name: 'Team' };
    const by = (name: string, model: string): EventDraft[] => [
      { ...configured, scope: `agent:${name}`, model },
      { ...step, scope: `agent:${name}` },
    ];
    const modelOf = (...drafts: EventDraft[]): unknown => summaryOf(listed(drafts)).model;
    expect(modelOf(created, team, ...by('pm', 'm1'))).toBe('m1');
    expect(modelOf(created, team, ...by('pm', 'm1'), ...by('coder', 'm3'))).toBe('m3');
    expect(
      modelOf(created, team, ...by('pm', 'm1'), ...by('coder', 'm3'), { ...step, scope: 'agent:pm', step: 2 }),
    ).toBe('m1');
    // It was an agent of the thread's own before it was a team.
    expect(modelOf(created, configured, step, team, ...by('pm', 'm3'))).toBe('m3');
    // What a child run has is its own affair.
    const child = { scope: 'child:c1_0', model: 'm9' };
    expect(modelOf(created, configured, step, { ...configured, ...child }, { ...step, scope: child.scope })).toBe('m1');
    // Whatever is chosen, or set, since: what is there was answered by the one that was there.
    const usual: EventDraft = { type: 'agent.chosen', agent: 'built-in' };
    expect(modelOf(created, configured, step, usual)).toBe('m1');
    expect(modelOf(created, configured, step, chosen)).toBe('m1');
    expect(modelOf(created, configured, step, chosen, { ...configured, model: 'm2' })).toBe('m1');
    expect(modelOf(created, configured, step, chosen, { ...configured, model: 'm2' }, { ...step, step: 2 })).toBe('m2');
    expect(modelOf(created, configured, step, usual, { ...step, step: 2 })).toBe('m1');
    const origin: EventDraft = { type: 'thread.created', origin: { thread: 'o', seq: 3 } };
    expect([modelOf(origin, configured, step), modelOf(origin, configured, step, { ...step, step: 2 })]).toEqual([
      undefined,
      'm1',
    ]);
  });

  it('what a fork copied is not its own', () => {
    const origin: EventDraft = { type: 'thread.created', origin: { thread: 'o', seq: 9 } };
    const summary = summaryOf(listed([origin, chosen, configured]));
    expect([summary.agent, summary.model, summary.project]).toEqual([undefined, undefined, undefined]);
  });

  it('a fork in which nobody wrote is as the session was that it copied: one without runs had no state', () => {
    const origin: EventDraft = { type: 'thread.created', origin: { thread: 'o', seq: 5 } };
    const asked: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'now' };
    const step: EventDraft = { type: 'agent.step.started', step: 1 };
    const failed: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'error' };
    const over: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop' };
    const here: EventDraft = { type: 'thread.created', agent: 'here' };
    const statusAfter = (...drafts: EventDraft[]): unknown => summaryOf(listed([origin, ...drafts])).status;
    expect(statusAfter(here)).toBeUndefined();
    expect(statusAfter(asked, here)).toBe('cancelled');
    expect(statusAfter(asked, step, over, here)).toBe('completed');
    expect(statusAfter(asked, step, failed, here)).toBe('failed');
    expect(statusAfter(asked, step, over, here, asked)).toBeUndefined();
  });
});

it('[L1] a page, which is not sent the calls of a shy member, says the same time as the list, and their time is work', () => {
  const minute = 60_000;
  const step = { scope: SHY, step: 1 } as const;
  const told: readonly (readonly [number, EventDraft])[] = [
    [0, { type: 'thread.created' }],
    ...shyScopes.map((draft) => [0, draft] as const),
    [0, { type: 'agent.status', status: 'running' }],
    [1, { type: 'agent.step.started', ...step }],
    ...[2, 6, 10, 14].flatMap((at, part): [number, EventDraft][] => [
      [at, { type: 'agent.tool.called', ...step, part, call: `c${part}`, name: 'x', arguments: '' }],
      [at + 3, { type: 'agent.tool.completed', ...step, call: `c${part}`, outcome: 'done' }],
    ]),
    [18, { type: 'agent.status', status: 'completed' }],
  ];
  const events = eventsOf(told.map(([, draft]) => draft)).map((event, n) => ({
    ...event,
    at: 1 + (told[n]?.[0] ?? 0) * minute,
  }));
  const withholding = new Withholding();
  const page = foldAll(events.map((event) => withholding.pass(event)));
  expect(workedMs(page)).toBe(18 * minute);
  expect(summaryOf(events.reduce(foldListed, newListedThread('t'))).workedMs).toBe(workedMs(page));
});
