import type { Ledger } from '@toolthread/store';

/** The same ledger. What is deleted or purged in it is told, so that its words leave the index: `forgetting(ledger, search.forget)`. */
export function forgetting(ledger: Ledger, forget: (thread: string) => void): Ledger {
  return {
    ...ledger,
    async deleteThread(thread) {
      const deleted = await ledger.deleteThread(thread);
      if (deleted.ok) forget(thread);
      return deleted;
    },
    async purge(thread, seq, why) {
      const purged = await ledger.purge(thread, seq, why);
      if (purged.ok) forget(thread);
      return purged;
    },
  };
}
