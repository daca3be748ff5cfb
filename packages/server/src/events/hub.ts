import type { Ledger } from '@toolthread/store';

/** Wakes those who read a thread along. It carries no event: they read the ledger, which holds only what is committed. */
export interface Hub {
  /** Gives the function that ends the subscription. */
  subscribe(thread: string, wake: () => void): () => void;
  notify(thread: string): void;
}

/** `const hub = createHub()` */
export function createHub(): Hub {
  const readers = new Map<string, Set<() => void>>();
  return {
    subscribe(thread, wake) {
      const those = readers.get(thread) ?? new Set();
      readers.set(thread, those.add(wake));
      return () => {
        those.delete(wake);
        if (those.size === 0 && readers.get(thread) === those) readers.delete(thread);
      };
    },
    notify(thread) {
      for (const wake of readers.get(thread) ?? []) wake();
    },
  };
}

/** The same ledger, whose appends wake the readers once they are committed. */
export function announcing(ledger: Ledger, hub: Hub): Ledger {
  return {
    ...ledger,
    async append(thread, drafts, options) {
      const appended = await ledger.append(thread, drafts, options);
      if (appended.ok && appended.value.length > 0) hub.notify(thread);
      return appended;
    },
  };
}
