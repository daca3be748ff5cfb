/** Why a run did not go on. */
export type StopReason =
  | 'completed'
  | 'steps_limit'
  | 'token_limit'
  | 'time_limit'
  | 'retry_limit'
  | 'error'
  | 'finish_reason'
  | 'guard'
  | 'user_requested';

/** What one criterion said of going on. */
export interface Evaluation {
  readonly criterion: string;
  readonly verdict: 'continue' | 'stop' | 'pass';
  readonly reason?: string;
}
