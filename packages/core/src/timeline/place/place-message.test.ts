import { expect, it } from 'vitest';
import type { AgentContinuation, LedgerEvent } from '../../ledger/ledger-event.ts';
import { threadOf, timeline } from '../timeline.ts';

type Stop = Pick<AgentContinuation, 'stop_reason' | 'resolved_by' | 'evaluations'>;

it.each<[Stop, string]>([
  [{ stop_reason: 'token_limit', resolved_by: 'tokens' }, 'Stopped: it has used all of its tokens.'],
  [{ stop_reason: 'token_limit', resolved_by: 'money' }, 'Stopped: it has used all of its money.'],
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
