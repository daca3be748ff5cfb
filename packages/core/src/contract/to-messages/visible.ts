import type { ThreadState } from '../../ledger/state.ts';

/** A child run's words and calls stay inside the call it belongs to. */
export function isInsideCall(state: ThreadState, scope: string | undefined): boolean {
  const opened = scope === undefined ? undefined : state.scopes.get(scope)?.opened;
  return opened?.kind === 'child' && opened.parent !== undefined;
}

/** The results still without a call, by `seq`: the log keeps those, too, whose call came later. */
export function orphanSeqs(state: ThreadState): Set<number> {
  const seqs = new Set<number>();
  for (const [, waiting] of state.calls.early.entries()) for (const result of waiting) seqs.add(result.seq);
  return seqs;
}
