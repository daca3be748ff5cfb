import { emptyThread, fold, type LedgerEvent, type ThreadState, Withholding } from '@toolthread/core';
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
/** Of all threads that are kept, so that fifty long ones do not fill the memory. The newest is, however long it is. */
const KEPT_EVENTS = 500_000;
/** So few that reading and folding them holds nobody up: before each page others have their turn. */
const PAGE = 250;

/** `createFoldedThreads(ledger)` */
export function createFoldedThreads(ledger: Pick<Ledger, 'read'>): FoldedThreads {
  const kept = new Map<string, Folded>();
  const underWay = new Map<string, Promise<Result<Folded>>>();

  /** Who asks while another is at it goes on from there: a long thread is folded once. */
  function upToDate(thread: string): Promise<Result<Folded>> {
    const before = underWay.get(thread);
    const now = before === undefined ? catchUp(thread) : before.then(() => catchUp(thread));
    underWay.set(thread, now);
    void now
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(thread) === now) underWay.delete(thread);
      });
    return now;
  }

  async function catchUp(thread: string): Promise<Result<Folded>> {
    let folded = kept.get(thread) ?? begin(thread);
    for (;;) {
      const page = await ledger.read(thread, { after: folded.state.seq, limit: PAGE });
      if (!page.ok) return page;
      if (page.value.length === 0) break;
      folded = page.value.reduce(foldShown, folded);
    }
    keep(thread, folded);
    return { ok: true, value: folded };
  }

  function keep(thread: string, folded: Folded): void {
    kept.delete(thread);
    kept.set(thread, folded);
    let events = 0;
    for (const { state } of kept.values()) events += state.seq;
    for (const [oldest, { state }] of kept) {
      if (oldest === thread || (kept.size <= KEPT && events <= KEPT_EVENTS)) return;
      kept.delete(oldest);
      events -= state.seq;
    }
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

function foldShown({ state, shown, withholding }: Folded, event: LedgerEvent): Folded {
  const passed = withholding.pass(event);
  const next = fold(state, event).state;
  const isSame = passed === event && shown === state;
  return { state: next, shown: isSame ? next : fold(shown, passed).state, withholding };
}
