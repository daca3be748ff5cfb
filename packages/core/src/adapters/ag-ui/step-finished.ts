import type { Step, StepEnd } from '../../ledger/thread-state.ts';
import { stepEndFields } from '../step-fields.ts';
import type { AgUiEvent } from './ag-ui-event.ts';

export function stepName({ step, scope }: Step): string {
  return scope === undefined ? `step-${step}` : `step-${step} ${scope}`;
}

/** AG-UI says only that it ended: how is in the metadata. */
export function stepFinished(step: Step, end: StepEnd): AgUiEvent {
  return { type: 'STEP_FINISHED', stepName: stepName(step), metadata: { toolthread: stepEndFields(end) } };
}
