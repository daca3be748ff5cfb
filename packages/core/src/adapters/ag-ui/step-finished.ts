import type { Step, StepEnd } from '../../ledger/thread-state.ts';
import type { AgUiEvent } from './ag-ui-event.ts';

export function stepName({ step, scope }: Step): string {
  return scope === undefined ? `step-${step}` : `step-${step} ${scope}`;
}

/** AG-UI says only that it ended: how stands in the metadata. */
export function stepFinished(step: Step, { reason, discarded, usage, durationMs, error }: StepEnd): AgUiEvent {
  const toolthread = {
    finish_reason: reason,
    ...(discarded ? { discarded } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    ...(error === undefined ? {} : { error }),
  };
  return { type: 'STEP_FINISHED', stepName: stepName(step), metadata: { toolthread } };
}
