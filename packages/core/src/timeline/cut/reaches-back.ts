import { findCall } from '../../ledger/fold/find-call.ts';
import { nextStepOf } from '../../ledger/fold/next-step-of.ts';
import { stepKey } from '../../ledger/fold/scope-key.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { scopeKind } from '../../ledger/scope-kind.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';

/**
 * Whether an event speaks of something before the cut that `state` was folded from: then the thread has to be folded from an earlier one. Gives the event
 * after which no cut may be, 0 if that is not known; undefined if it speaks of nothing there.
 *
 * Law: what follows a cut, up to the first event that reaches back, is drawn as it is in the whole thread.
 *
 * @example
 * const rewound = { type: 'thread.rewound', to: 2, v: 1, thread: 't1', seq: 101, at: 0 } as const;
 * [reachesBack(exampleState, 50, rewound), reachesBack(exampleState, 1, rewound)]; //=> [2, undefined]
 */
export function reachesBack(state: ThreadState, cut: number, event: LedgerEvent): number | undefined {
  if (event.type === 'thread.rewound') return event.to < cut ? event.to : undefined;
  if (event.type === 'message.changed') return event.message <= cut ? event.message - 1 : undefined;
  return speaksOfKnown(state, event) ? undefined : 0;
}

function speaksOfKnown(state: ThreadState, event: LedgerEvent): boolean {
  if (event.type === 'workspace.changed') return event.undoes === undefined || state.changes.has(event.undoes);
  if (event.type === 'scope.opened')
    return event.parent === undefined || findCall(state, event.parent, 'settled') !== undefined;
  const { scope } = event;
  if (scopeKind(scope) === 'child' && state.scopes.get(scope ?? '')?.opened === undefined) return false;
  const step = 'step' in event ? event.step : undefined;
  if (step !== undefined) return state.steps.has(stepKey(scope, step)) || step >= nextStepOf(state, scope);
  if (!('call' in event) && !('name' in event)) return true;
  return findCall(state, event, 'settled') !== undefined;
}
