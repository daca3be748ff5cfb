import type { RequestKind } from '../ledger/ledger-event.ts';
import { maySettle } from '../ledger/queries/may-settle.ts';
import type { ThreadSummary } from './thread-summary.ts';

/**
 * How many of the requests that are open in a thread whoever looks may settle: `may` of the thread says what they may do.
 *
 * @example
 * waitingForYou({ waiting: 2, approvals: 1, may: ['look', 'read', 'write'] }); //=> 1
 */
export function waitingForYou({
  waiting,
  approvals = waiting,
  may,
}: Pick<ThreadSummary, 'waiting' | 'approvals' | 'may'>): number {
  const yours = (kind: RequestKind, count: number): number => (maySettle({ kind }, may) ? count : 0);
  return yours('approval', approvals) + yours('question', waiting - approvals);
}
