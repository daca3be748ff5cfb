import { binEnd } from '@toolthread/core/summary';
import type { Ledger, ListPage } from '@toolthread/store';

/** How often it is looked at. */
const EVERY_MS = 3_600_000;
const PAGE = 100;

/** Threads that somebody put away to be deleted. */
export interface Bin {
  /** Deletes those whose time is over. What cannot be deleted now is deleted when it is looked at again. */
  look(): Promise<void>;
  /** When this is done, it asks the ledger no more. */
  close(): Promise<void>;
}

/** `createBin(ledger, { now: Date.now, onError: console.error })`: it is looked at now, and then every hour. */
export function createBin(
  ledger: Pick<Ledger, 'listThreads' | 'deleteThread'>,
  { now, onError }: { readonly now: () => number; readonly onError: (error: unknown) => void },
): Bin {
  let closed = false;
  let looking: Promise<void> = Promise.resolve();

  async function empty(): Promise<void> {
    for (let before: ListPage['before']; !closed;) {
      const page = await ledger.listThreads({ limit: PAGE, place: 'bin', before });
      // Whoever asks for a thread is told what is wrong with the ledger.
      if (!page.ok) return;
      for (const { id, ...placed } of page.value)
        if (!closed && (binEnd(placed) ?? Infinity) <= now()) await ledger.deleteThread(id);
      if (page.value.length < PAGE) return;
      before = page.value.at(-1);
    }
  }

  function look(): Promise<void> {
    looking = looking.then(empty).catch(onError);
    return looking;
  }

  const timer = setInterval(() => void look(), EVERY_MS).unref();
  void look();
  return {
    look,
    close() {
      closed = true;
      clearInterval(timer);
      return looking;
    },
  };
}
