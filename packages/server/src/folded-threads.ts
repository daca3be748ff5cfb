import { emptyThread, fold, type ThreadState, Withholding } from '@toolthread/core';
import type { Ledger, Result } from '@toolthread/store';

/** The threads in use, folded, and brought up to date from the ledger whenever they are asked for. */
export interface FoldedThreads {
  /** The whole truth: for those who work in the thread. */
  state(thread: string): Promise<Result<ThreadState>>;
  /** What may be shown of it: without the calls of those who do not show them. */
  shown(thread: string): Promise<Result<ThreadState>>;
}

interface Folded {
  readonly state: ThreadState;
  /** The same object as long as nothing was withheld. */
  readonly shown: ThreadState;
  readonly withholding: Withholding;
}

const KEPT = 50;
const PAGE = 1000;

/** `createFoldedThreads(ledger)` */
export function createFoldedThreads(ledger: Ledger): FoldedThreads {
  const kept = new Map<string, Folded>();

  async function upToDate(thread: string): Promise<Result<Folded>> {
    let folded = kept.get(thread) ?? begin(thread);
    for (;;) {
      const page = await ledger.read(thread, { after: folded.state.seq, limit: PAGE });
      if (!page.ok) return page;
      if (page.value.length === 0) break;
      for (const event of page.value) {
        const { withholding } = folded;
        const passed = withholding.pass(event);
        const state = fold(folded.state, event);
        const isSame = passed === event && folded.shown === folded.state;
        folded = { state, shown: isSame ? state : fold(folded.shown, passed), withholding };
      }
    }
    kept.delete(thread);
    kept.set(thread, folded);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return { ok: true, value: folded };
  }

  return {
    async state(thread) {
      const folded = await upToDate(thread);
      return folded.ok ? { ok: true, value: folded.value.state } : folded;
    },
    async shown(thread) {
      const folded = await upToDate(thread);
      return folded.ok ? { ok: true, value: folded.value.shown } : folded;
    },
  };
}

function begin(thread: string): Folded {
  const state = emptyThread(thread);
  return { state, shown: state, withholding: new Withholding() };
}
