import type { Step, ThreadState } from '../thread-state.ts';
import { stepsTakenBack } from './steps-taken-back.ts';

/**
 * Every response that was paid, once: those that count, and those that rewinds took back, unless they were told again. A file that replaces a message, or goes
 * back to a branch that it left, does so.
 *
 * @example
 * import { foldAll, type LedgerEvent } from '@toolthread/core';
 * const rewound: LedgerEvent = { v: 1, thread: 't1', seq: 16, at: 0, type: 'thread.rewound', to: 2 };
 * [...paidSteps(foldAll([...exampleEvents, rewound]))].length; //=> 2
 */
export function* paidSteps(state: Pick<ThreadState, 'steps' | 'takenBack'>): Iterable<Step> {
  const left = new Map<string, Step>();
  for (const step of stepsTakenBack(state)) if (step.end !== undefined) left.set(toldAs(step), step);
  for (const [, step] of state.steps.entries()) {
    if (left.size > 0 && step.end !== undefined) left.delete(toldAs(step));
    yield step;
  }
  yield* left.values();
}

/** What stays the same when a response is told again. */
function toldAs({ scope, startedAt, config }: Step): string {
  return JSON.stringify([scope, startedAt, config?.model]);
}
