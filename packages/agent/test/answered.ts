import type { Answer, Settlement } from '@toolthread/core';

/** A request that a person has answered. */
export function answered(answers: readonly Answer[]): Settlement {
  return {
    decision: 'answered',
    answers,
    executedArguments: undefined,
    reason: undefined,
    by: '@human',
    at: 0,
    seq: 1,
  };
}
