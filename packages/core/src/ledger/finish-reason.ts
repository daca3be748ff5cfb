/** Why a model stopped. */
export type FinishReason =
  | 'stop'
  | 'tool_calls'
  | 'length'
  | 'refusal'
  | 'pause'
  | 'overflow'
  | 'error'
  | 'aborted'
  | 'unknown';
