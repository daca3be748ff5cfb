import { numberOf, textOf } from '../../ledger/json/fields.ts';
import type { StepCompleted } from '../../ledger/event/step-event.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { reasonByStatus } from '../../ledger/fold/unrecorded-end.ts';
import type { RunStatus } from '../../ledger/ledger-event.ts';
import type { ContractEvent } from './contract-event.ts';
import { finishReasonOf, stepError, usageOf } from './run-status-of.ts';

/** How a step ended, as its event tells it. */
export function stepEnd(
  payload: ContractEvent['payload'],
): Pick<StepCompleted, 'finish_reason' | 'usage' | 'duration_ms' | 'discarded' | 'error'> {
  const reason = finishReasonOf(payload['finish_reason']);
  const calls = payload['has_tool_calls'] === true;
  const usage = usageOf(payload['usage']);
  const duration = numberOf(payload['duration_ms']);
  return {
    finish_reason: reason === 'unknown' && calls ? 'tool_calls' : reason,
    ...(usage === undefined ? {} : { usage }),
    ...(duration === undefined ? {} : { duration_ms: duration }),
    ...(payload['discarded'] === true ? { discarded: true } : {}),
    ...stepError(payload['errors'], textOf(payload['error_code'])),
  };
}

/** How a step ends that no event has ended, and its calls without a result, when its run has this status. Undefined: it goes on. */
export function endByStatus(
  status: RunStatus,
): { readonly reason: FinishReason; readonly calls: 'lost' | 'interrupted' } | undefined {
  const reason = reasonByStatus(status);
  return reason === undefined ? undefined : { reason, calls: reason === 'stop' ? 'lost' : 'interrupted' };
}
