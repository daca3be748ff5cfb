import type { ThreadState } from '../../ledger/thread-state.ts';

/** A child run's words and calls stay inside the call it belongs to. */
export function isInsideCall(state: ThreadState, scope: string | undefined): boolean {
  const opened = scope === undefined ? undefined : state.scopes.get(scope)?.opened;
  return opened?.kind === 'child' && opened.parent !== undefined;
}
