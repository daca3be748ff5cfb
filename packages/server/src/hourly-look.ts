import type { ThreadSummary } from '@toolthread/core/summary';
import type { Ledger, ListPage } from '@toolthread/store';

const EVERY_MS = 3_600_000;
const PAGE = 100;

/** Threads of one place that are looked at, one after the other, now and then every hour. */
export interface HourlyLook {
  look(): Promise<void>;
  /** When this is done, it asks the ledger no more. */
  close(): Promise<void>;
}

interface Looking {
  readonly place: NonNullable<ListPage['place']>;
  /** One that cannot be done now comes again with the next look. */
  readonly each: (thread: ThreadSummary) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** `hourlyLook(ledger, { place: 'bin', each, onError: console.error })` */
export function hourlyLook(ledger: Pick<Ledger, 'listThreads'>, { place, each, onError }: Looking): HourlyLook {
  let closed = false;
  let looking: Promise<void> = Promise.resolve();

  async function all(): Promise<void> {
    for (let before: ListPage['before']; !closed;) {
      const page = await ledger.listThreads({ place, limit: PAGE, before });
      // Whoever asks for a thread is told what is wrong with the ledger, or with that thread.
      if (!page.ok) return;
      for (const thread of page.value) if (!closed) await each(thread);
      if (page.value.length < PAGE) return;
      before = page.value.at(-1);
    }
  }

  function look(): Promise<void> {
    looking = looking.then(all).catch(onError);
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
