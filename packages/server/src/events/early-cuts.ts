import type { Ledger, ListPage } from '@toolthread/store';
import type { ThreadCuts } from './thread-cuts.ts';

/** How often threads are looked at: one that is opened in between is cut then, from the last cut on. */
const EVERY_MS = 3_600_000;
const PAGE = 100;

/** Cuts that are made before anybody opens the thread. */
export interface EarlyCuts {
  /** Cuts the long threads of the list, the newest first, one after the other. */
  look(): Promise<void>;
  /** When this is done, it asks the ledger no more. */
  close(): Promise<void>;
}

/** `createEarlyCuts(ledger, cuts, console.error)`: threads are looked at now, and then every hour. */
export function createEarlyCuts(
  ledger: Pick<Ledger, 'listThreads'>,
  cuts: ThreadCuts,
  onError: (error: unknown) => void,
): EarlyCuts {
  let closed = false;
  let looking: Promise<void> = Promise.resolve();

  async function cut(): Promise<void> {
    for (let before: ListPage['before']; !closed;) {
      const page = await ledger.listThreads({ place: 'list', limit: PAGE, before });
      // Whoever asks for a thread is told what is wrong with the ledger, or with that thread.
      if (!page.ok) return;
      for (const { id, seq, damage } of page.value)
        if (!closed && damage === undefined) await cuts.newest(id, seq, seq);
      if (page.value.length < PAGE) return;
      before = page.value.at(-1);
    }
  }

  function look(): Promise<void> {
    looking = looking.then(cut).catch(onError);
    return looking;
  }

  const timer = setInterval(() => void look(), EVERY_MS).unref();
  void look();
  return {
    look,
    close() {
      closed = true;
      cuts.close();
      clearInterval(timer);
      return looking;
    },
  };
}
