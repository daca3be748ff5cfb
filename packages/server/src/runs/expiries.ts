import type { Ledger } from '@toolthread/store';

/** Looks at a thread when a request in it has run out: nobody else would, because nothing was said. */
export interface Expiries {
  /** Takes up what the ledger holds: after a start. */
  look(): void;
  /** A request was opened that runs out at `at`. */
  note(at: number): void;
  /** Resolves when the ledger is not asked any more. */
  close(): Promise<void>;
}

export interface ExpiriesOptions {
  readonly ledger: Pick<Ledger, 'nextExpiry'>;
  readonly now: () => number;
  readonly onExpired: (thread: string) => void;
  readonly onError: (error: unknown) => void;
  /** Other processes open requests, too: it looks at least so often. */
  readonly lookMs?: number;
}

/** A timer takes no more. */
const LONGEST_MS = 2 ** 31 - 1;
const AFTER_FAILURE_MS = 60_000;

/** One timer for all threads, set to the nearest expiry in the ledger: `createExpiries({ ledger, now, onExpired, onError })` */
export function createExpiries({ ledger, now, onExpired, onError, lookMs }: ExpiriesOptions): Expiries {
  /** All that ran out up to here has had its look. */
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let last = Promise.resolve();

  async function lookOnce(): Promise<void> {
    while (!closed) {
      const next = await ledger.nextExpiry(seen);
      if (!next.ok) return fail(new Error(next.error.message));
      if (next.value === undefined) return lookMs === undefined ? undefined : wait(lookMs);
      const { at, threads } = next.value;
      // A request is over when its time has passed, not when it has come.
      const left = at + 1 - now();
      if (left > 0) return wait(left);
      seen = at;
      threads.forEach(onExpired);
    }
  }

  function fail(error: unknown): void {
    if (closed) return;
    onError(error);
    wait(AFTER_FAILURE_MS);
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(look, Math.min(ms, lookMs ?? LONGEST_MS)).unref();
  }

  function look(): void {
    last = last.then(lookOnce).catch(fail);
  }

  return {
    look,
    note(at) {
      seen = Math.min(seen, at - 1);
      look();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      return last;
    },
  };
}
