import type { Call } from '@toolthread/core';

/** What became of arguments that a person put in the place of the model's: a call that was refused, or stopped before it began, ran with none. */
export function editedLabel({ startedAt, state }: Call): 'Ran with' | 'Edited, not run' {
  const ran = startedAt !== undefined || (state.name === 'settled' && state.result.outcome === 'done');
  return ran ? 'Ran with' : 'Edited, not run';
}
