import type { FinishReason } from '../finish-reason.ts';
import type { RunStatus } from '../ledger-event.ts';
import type { StepEnd } from '../thread-state.ts';

/** The end of a step that no event ended: nothing else is known of it. */
export function unrecordedEnd(reason: FinishReason, at: number): StepEnd {
  return {
    reason,
    discarded: false,
    at,
    usage: undefined,
    durationMs: undefined,
    error: undefined,
    retry: undefined,
  };
}

/** Why such a step ended, when its run has this status. Undefined: it goes on. */
export function reasonByStatus(status: RunStatus): FinishReason | undefined {
  switch (status) {
    case 'completed':
      return 'stop';
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'aborted';
    case 'queued':
    case 'running':
    case 'awaiting_user':
      return undefined;
    default:
      return status satisfies never;
  }
}
