import { STOP_REASONS } from '../../ledger/stop-reason.ts';
import type { StopReason } from '../../ledger/stop-reason.ts';

/** `isStopReason('steps_limit')` */
export function isStopReason(text: string): text is StopReason {
  return Object.hasOwn(STOP_REASONS, text);
}
