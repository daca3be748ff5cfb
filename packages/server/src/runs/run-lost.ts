import type { LedgerError, Result } from '@toolthread/store';

/**
 * The run may write no more: another has claimed the thread, the store is gone, or the server is shutting down.
 *
 * @example
 * new RunLost({ code: 'stale_run', message: 'Another run has claimed the thread.' }).code; //=> 'stale_run'
 */
export class RunLost extends Error {
  override readonly name = 'RunLost';
  readonly code: LedgerError['code'];
  /** What the database said, for the log; absent if the message has it. */
  readonly why?: string;

  constructor({ code, message, why }: LedgerError) {
    super(message);
    this.code = code;
    if (why !== undefined) this.why = why;
  }
}

/** For what only a run asks: a refusal ends it. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RunLost(result.error);
}
