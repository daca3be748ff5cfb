/** Why a run did not go on. */
export type StopReason =
  | 'completed'
  | 'steps_limit'
  | 'token_limit'
  | 'time_limit'
  | 'spending_limit'
  | 'retry_limit'
  | 'error'
  | 'finish_reason'
  | 'guard'
  | 'user_requested';

/** Every stop reason there is. */
export const STOP_REASONS: { readonly [reason in StopReason]: true } = {
  completed: true,
  steps_limit: true,
  token_limit: true,
  time_limit: true,
  spending_limit: true,
  retry_limit: true,
  error: true,
  finish_reason: true,
  guard: true,
  user_requested: true,
};

/** Can a run that stopped for this reason be continued? There is something left to do after every stop but one. */
export function canContinue(reason: StopReason): boolean {
  return reason !== 'completed';
}

/** What one criterion said of going on. */
export interface Evaluation {
  readonly criterion: string;
  readonly verdict: 'continue' | 'stop' | 'pass';
  readonly reason?: string;
}
