import { expect, it } from 'vitest';
import type { AgentContinuation, LedgerEvent } from '../../ledger/ledger-event.ts';
import { threadOf, timeline } from '../timeline.ts';

type Stop = Pick<AgentContinuation, 'stop_reason' | 'resolved_by' | 'evaluations'>;

it.each<[Stop, string]>([
  [{ stop_reason: 'token_limit', resolved_by: 'tokens' }, 'Stopped: token limit reached.'],
  [{ stop_reason: 'token_limit', resolved_by: 'money' }, 'Stopped: cost limit reached.'],
  [{ stop_reason: 'token_limit', resolved_by: 'errors' }, 'Stopped: the context is full.'],
  [{ stop_reason: 'guard', resolved_by: 'guard' }, 'Stopped: it repeated itself.'],
  [
    {
      stop_reason: 'guard',
      resolved_by: 'BudgetGuard',
      evaluations: [{ criterion: 'BudgetGuard', verdict: 'stop', reason: 'budget_exhausted' }],
    },
    'Stopped: budget_exhausted',
  ],
])('[L3] why a run stopped is told as it was: %j', (stop, words) => {
  const event: LedgerEvent = {
    v: 1,
    thread: 't',
    seq: 1,
    at: 0,
    type: 'agent.continuation',
    should_continue: false,
    ...stop,
  };
  const shown = timeline(threadOf([event])).items.toArray();
  expect(shown.flatMap((item) => (item.kind === 'status' ? [item.text] : []))).toEqual([words]);
});

it('[seed 001] a normal end says nothing: what each criterion said is a detail of what stands last', () => {
  const evaluations = [{ criterion: 'steps', verdict: 'continue' }] as const;
  const at = { v: 1, thread: 't', at: 0 } as const;
  const verdict = (seq: number, should_continue: boolean): LedgerEvent => ({
    ...at,
    seq,
    type: 'agent.continuation',
    should_continue,
    stop_reason: 'completed',
    resolved_by: 'steps',
    evaluations,
  });
  const step = (seq: number, number: number): LedgerEvent => ({ ...at, seq, type: 'agent.step.started', step: number });
  const events: LedgerEvent[] = [
    step(1, 1),
    { ...at, seq: 2, type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'ls', arguments: '{}' },
    { ...at, seq: 3, type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    verdict(4, true),
    step(5, 2),
    { ...at, seq: 6, type: 'agent.text.delta', step: 2, part: 0, offset: 0, text: 'Done.' },
    { ...at, seq: 7, type: 'agent.step.completed', step: 2, finish_reason: 'stop' },
    verdict(8, false),
  ];
  const kept = (until: number): unknown[] =>
    timeline(threadOf(events.slice(0, until)))
      .items.toArray()
      .map((item) => [item.kind, 'evaluations' in item && item.evaluations]);
  expect(kept(7)).toEqual([
    ['group', evaluations],
    ['answer', false],
  ]);
  expect(kept(8)).toEqual([
    ['group', evaluations],
    ['answer', evaluations],
  ]);
  // The status may be told before the verdict.
  const status: LedgerEvent = { ...at, seq: 8, type: 'agent.status', status: 'completed' };
  const late = timeline(threadOf([...events.slice(0, 7), status, { ...verdict(9, false) }])).items.last();
  expect(late).toMatchObject({ kind: 'answer', evaluations });
});

it('[L3] why a run is queued is told where it is known, and nothing where it is not', () => {
  const queued = { v: 1, thread: 't', at: 0, type: 'agent.status', status: 'queued' } as const;
  const events: LedgerEvent[] = [
    { ...queued, seq: 1 },
    { ...queued, seq: 2, error_message: 'Its node is away.' },
  ];
  const shown = timeline(threadOf(events)).items.toArray();
  expect(shown.flatMap((item) => (item.kind === 'status' ? [[item.level, item.text]] : []))).toEqual([
    ['info', 'Its node is away.'],
  ]);
});
