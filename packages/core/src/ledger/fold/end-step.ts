import { settleCall } from './change-call.ts';
import { changeScope } from './change-scope.ts';
import type { Tell } from '../fact.ts';
import type { Step, StepEnd, ThreadState } from '../thread-state.ts';

export function endStep(state: ThreadState, step: Step, end: StepEnd, tell: Tell): ThreadState {
  const ended: Step = { ...step, end };
  const rested = changeScope(state, step.scope, (scope) => ({ ...scope, openSteps: scope.openSteps - 1 }));
  const closed = endStreamingCalls(
    { ...rested, steps: state.steps.set(step.key, ended), openSteps: state.openSteps.delete(step.key) },
    ended,
    end,
    tell,
  );
  tell({ type: 'step-ended', step: ended, end });
  return closed;
}

/** Arguments that never became a call. */
function endStreamingCalls(state: ThreadState, step: Step, end: StepEnd, tell: Tell): ThreadState {
  let closed = state;
  if (state.calls.open.size === 0) return state;
  for (let index = 0; index < step.parts.length; index += 1) {
    const part = step.parts.at(index);
    const call = part?.kind === 'call' ? closed.calls.byPlace.get(part.call) : undefined;
    if (call?.state.name === 'streaming') closed = settleCall(closed, call, end.at, tell);
  }
  return closed;
}
