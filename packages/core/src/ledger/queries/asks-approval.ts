import type { RequestKind } from '../ledger-event.ts';

/**
 * Whether a person is asked to allow something. The other requests ask for answers.
 *
 * @example
 * asksApproval({ kind: 'plan' }); //=> true
 * asksApproval({ kind: 'elicitation' }); //=> false
 */
export function asksApproval({ kind }: { readonly kind: RequestKind }): boolean {
  return kind === 'approval' || kind === 'plan';
}
