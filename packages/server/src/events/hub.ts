import type { Ledger, ThreadReaders } from '@toolthread/store';

/** Wakes those who follow a thread. It carries no event: they read the ledger, which contains only what is committed. */
export interface Hub extends ThreadReaders {
  /** Returns the function that ends the subscription. */
  subscribe(thread: string, wake: (what: 'purged' | undefined) => void): () => void;
}

/**
 * A new hub, with no readers.
 *
 * @example
 * const hub = createHub();
 * let woken = 0;
 * const end = hub.subscribe('t1', () => (woken += 1));
 * hub.notify('t1');
 * end();
 * woken; //=> 1
 */
export function createHub(): Hub {
  const readers = new Map<string, Set<(what: 'purged' | undefined) => void>>();
  return {
    subscribe(thread, wake) {
      const those = readers.get(thread) ?? new Set();
      readers.set(thread, those.add(wake));
      return () => {
        those.delete(wake);
        if (those.size === 0 && readers.get(thread) === those) readers.delete(thread);
      };
    },
    watched: () => readers.keys(),
    notify(thread, what) {
      for (const wake of readers.get(thread) ?? []) wake(what);
    },
  };
}

/**
 * The same ledger, whose appends, purges and deletions wake the readers once they are committed; those of other nodes do, too.
 *
 * @example
 * import { createHub } from '@toolthread/server';
 * import { openLedger } from '@toolthread/store';
 * const opened = await openLedger({ file: await exampleLedger() });
 * if (!opened.ok) throw new Error(opened.error.message);
 * const hub = createHub();
 * const ledger = announcing(opened.value, hub);
 * const [thread] = await ledger.listThreads({ limit: 1 }).then((listed) => (listed.ok ? listed.value : []));
 * const id = thread?.id ?? '';
 * let woken = 0;
 * hub.subscribe(id, () => (woken += 1));
 * await ledger.append(id, [{ type: 'thread.renamed', title: 'Linter' }]);
 * woken; //=> 1
 * await ledger.close();
 */
export function announcing(ledger: Ledger, hub: Hub): Ledger {
  // It ends with the ledger.
  ledger.listen?.(hub);
  return {
    ...ledger,
    async append(thread, drafts, options) {
      const appended = await ledger.append(thread, drafts, options);
      if (appended.ok && appended.value.length > 0) hub.notify(thread);
      return appended;
    },
    async purge(thread, seq, why) {
      const purged = await ledger.purge(thread, seq, why);
      if (purged.ok) hub.notify(thread, 'purged');
      return purged;
    },
    async deleteThread(thread) {
      const deleted = await ledger.deleteThread(thread);
      if (deleted.ok) hub.notify(thread);
      return deleted;
    },
  };
}
