import type { AgentContinuation } from '../../ledger/ledger-event.ts';
import type { ContinuationInfo } from '../message.ts';
import { isStopReason } from './is-stop-reason.ts';

type Continuation = Pick<AgentContinuation, 'type' | 'should_continue' | 'stop_reason' | 'resolved_by' | 'evaluations'>;

/** A reason of a back end's own is a guard's; its word is kept in the evaluation. */
export function continuationEvent({ should_continue, stop_reason, resolved_by }: ContinuationInfo): Continuation {
  const base = { type: 'agent.continuation', should_continue, resolved_by } as const;
  if (isStopReason(stop_reason)) return { ...base, stop_reason };
  const verdict = should_continue ? 'continue' : 'stop';
  return { ...base, stop_reason: 'guard', evaluations: [{ criterion: resolved_by, verdict, reason: stop_reason }] };
}
