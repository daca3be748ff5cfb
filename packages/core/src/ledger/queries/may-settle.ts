import type { RequestKind } from '../ledger-event.ts';
import { asksApproval } from './asks-approval.ts';

/**
 * Whether somebody may settle such a request, who may do this in its thread: an approval is for those who may approve, the others are for those who may write.
 * `may` undefined: everything.
 *
 * @example
 * maySettle({ kind: 'approval' }, ['look', 'read', 'write']); //=> false
 * maySettle({ kind: 'question' }, ['look', 'read', 'write']); //=> true
 */
export function maySettle(request: { readonly kind: RequestKind }, may: readonly string[] | undefined): boolean {
  return may === undefined || may.includes(asksApproval(request) ? 'approve' : 'write');
}
