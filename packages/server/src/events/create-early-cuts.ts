import type { Ledger } from '@toolthread/store';
import { type HourlyLook, hourlyLook } from '../hourly-look.ts';
import type { ThreadCuts } from './thread-cuts.ts';

/** `createEarlyCuts(ledger, cuts, console.error)`: long threads are cut before anybody opens them, the newest first. One that is opened in between is cut then. */
export function createEarlyCuts(
  ledger: Pick<Ledger, 'listThreads'>,
  cuts: ThreadCuts,
  onError: (error: unknown) => void,
): HourlyLook {
  const hourly = hourlyLook(ledger, {
    place: 'list',
    onError,
    each: async ({ id, seq, damage }) => {
      if (damage === undefined) await cuts.newest(id, seq, seq);
    },
  });
  return {
    look: hourly.look,
    close() {
      const closed = hourly.close();
      cuts.close();
      return closed;
    },
  };
}
