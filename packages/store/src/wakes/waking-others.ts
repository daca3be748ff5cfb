import type { Ledger } from '../ledger.ts';
import { GONE, PURGED } from './wake.ts';
import type { Wakes } from './sending-wakes.ts';

/** The same ledger; what it writes is said to the other nodes once it is committed. */
export function wakingOthers(ledger: Ledger, { say }: Pick<Wakes, 'say'>): Ledger {
  return {
    ...ledger,
    async append(thread, drafts, options) {
      const appended = await ledger.append(thread, drafts, options);
      const last = appended.ok ? appended.value.at(-1) : undefined;
      if (last !== undefined) say(thread, last.seq);
      return appended;
    },
    async purge(thread, seq, why) {
      const purged = await ledger.purge(thread, seq, why);
      if (purged.ok) say(thread, PURGED);
      return purged;
    },
    async deleteThread(thread) {
      const deleted = await ledger.deleteThread(thread);
      if (deleted.ok) say(thread, GONE);
      return deleted;
    },
  };
}
