import { basePath } from '../page/base-path.ts';

/** A browser has six connections to a server for all its tabs, and two are left for everything that is no stream. */
const PLACES = [1, 2, 3, 4];

/**
 * A place among the streams of all tabs, held until `signal` is aborted or its tab is gone, however it went. False: none is free. If the browser has no
 * locks, every place is: a page that is no secure context.
 */
export async function takeStreamPlace(signal: AbortSignal): Promise<boolean> {
  if (navigator.locks === undefined) return true;
  for (const place of PLACES) if (await take(`toolthread:stream${basePath}:${place}`, signal)) return true;
  return false;
}

function take(name: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      return lock === null || signal.aborted
        ? undefined
        : new Promise((release) => signal.addEventListener('abort', () => release(), { once: true }));
    };
    // A browser that forbids locks forbids them to all tabs alike.
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}
