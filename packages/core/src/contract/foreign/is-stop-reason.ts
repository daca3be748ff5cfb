import type { StopReason } from '../../ledger/stop-reason.ts';

const REASONS: { readonly [reason in StopReason]: true } = {
  completed: true,
  steps_limit: true,
  token_limit: true,
  time_limit: true,
  retry_limit: true,
  error: true,
  finish_reason: true,
  guard: true,
  user_requested: true,
};

/** `isStopReason('steps_limit')` */
export function isStopReason(text: string): text is StopReason {
  return Object.hasOwn(REASONS, text);
}
