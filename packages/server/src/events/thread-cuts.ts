import type { Cuts, Result } from '@toolthread/store';
import { cutThread, type NumberedCut, readCut, STRIDE } from './cut-thread.ts';
import type { ShownLedger } from './shown-ledger.ts';

/** Where long threads are read from. */
export interface ThreadCuts {
  /**
   * The newest cut of a thread that ends with event `seq`, at or before event `upTo`; undefined if all of it is to be read. What is missing is made
   * first, from the last that is kept.
   */
  newest(thread: string, seq: number, upTo: number): Promise<Result<NumberedCut | undefined>>;
  /** Another number as soon as something of the thread was purged. */
  purges(thread: string): Promise<Result<number>>;
  /** No more are made, also of a thread that is being cut. */
  close(): void;
}

/** Shorter threads are read whole. */
const LONG = 5 * STRIDE;

export function createThreadCuts(shown: Pick<ShownLedger, 'read'>, cuts: Cuts): ThreadCuts {
  const underWay = new Map<string, Promise<Result<number>>>();
  /** Up to which event: one long turn has no place to cut, and is not looked through by everybody who opens it. */
  const looked = new Map<string, number>();
  let closed = false;
  const isOver = (): boolean => closed;

  /** Who asks while another is at it waits for that: a long thread is folded once. */
  async function look(thread: string): Promise<void> {
    const now = underWay.get(thread) ?? cutThread({ shown, cuts, isOver }, thread);
    underWay.set(thread, now);
    try {
      const upTo = await now;
      if (upTo.ok) looked.set(thread, upTo.value);
    } finally {
      underWay.delete(thread);
    }
  }

  return {
    async newest(thread, seq, upTo) {
      if (seq < LONG) return { ok: true, value: undefined };
      const last = await cuts.newest(thread, seq);
      if (!last.ok) return last;
      if (seq - Math.max(last.value?.seq ?? 0, looked.get(thread) ?? 0) >= 2 * STRIDE) await look(thread);
      const kept = await cuts.newest(thread, Math.min(upTo, seq - STRIDE));
      return kept.ok ? { ok: true, value: kept.value && readCut(kept.value) } : kept;
    },
    purges: (thread) => cuts.purges(thread),
    close() {
      closed = true;
    },
  };
}
