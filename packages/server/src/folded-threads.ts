import { emptyThread, fold, type ThreadState } from '@toolthread/core';
import type { Ledger, Result } from '@toolthread/store';

/** The folded state of the threads in use, brought up to date from the ledger whenever it is asked for. */
export interface FoldedThreads {
  state(thread: string): Promise<Result<ThreadState>>;
}

const KEPT = 50;
const PAGE = 1000;

/** `createFoldedThreads(ledger)` */
export function createFoldedThreads(ledger: Ledger): FoldedThreads {
  const kept = new Map<string, ThreadState>();
  return {
    async state(thread) {
      let state = kept.get(thread) ?? emptyThread(thread);
      for (;;) {
        const page = await ledger.read(thread, { after: state.seq, limit: PAGE });
        if (!page.ok) return page;
        if (page.value.length === 0) break;
        state = page.value.reduce(fold, state);
      }
      kept.delete(thread);
      kept.set(thread, state);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return { ok: true, value: state };
    },
  };
}
