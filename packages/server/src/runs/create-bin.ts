import { binEnd } from '@toolthread/core/summary';
import type { Ledger } from '@toolthread/store';
import { type HourlyLook, hourlyLook } from '../hourly-look.ts';

/** `createBin(ledger, { now: Date.now, onError: console.error })`: threads that somebody put away to be deleted; those whose time is over are. */
export function createBin(
  ledger: Pick<Ledger, 'listThreads' | 'deleteThread'>,
  { now, onError }: { readonly now: () => number; readonly onError: (error: unknown) => void },
): HourlyLook {
  return hourlyLook(ledger, {
    place: 'bin',
    onError,
    each: async ({ id, ...placed }) => {
      if ((binEnd(placed) ?? Infinity) <= now()) await ledger.deleteThread(id);
    },
  });
}
