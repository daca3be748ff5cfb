import { emptyThread, foldOnto, type ThreadState } from '@toolthread/core';
import type { Ledger, Result } from '@toolthread/store';
import { pagesAfter } from './pages-after.ts';

/** The thread as it was after event `seq`: folded from `now`, or from the last boundary before it, not from the beginning. */
export async function stateAt(
  ledger: Pick<Ledger, 'read'>,
  now: ThreadState,
  seq: number,
): Promise<Result<ThreadState>> {
  let state = now.seq <= seq ? now : (lastBefore(now, seq) ?? emptyThread(now.id));
  for await (const page of pagesAfter(ledger, now.id, { after: state.seq, upTo: seq })) {
    if (!page.ok) return page;
    state = foldOnto(state, page.value);
  }
  return { ok: true, value: state };
}

function lastBefore({ checkpoints }: ThreadState, seq: number): ThreadState | undefined {
  for (let index = checkpoints.length - 1; index >= 0; index -= 1) {
    const checkpoint = checkpoints.at(index);
    if (checkpoint !== undefined && checkpoint.seq <= seq) return checkpoint.state;
  }
  return undefined;
}
