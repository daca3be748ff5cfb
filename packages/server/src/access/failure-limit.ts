/** Counts wrong tokens: whoever sends many is answered with less. A right one is never held against anybody. */
export interface FailureLimit {
  /** One more from this address. True: there were too many within a minute. */
  note(address: string): boolean;
}

const WINDOW_MS = 60_000;
const ADDRESSES = 10_000;

/** `createFailureLimit({ max: 10, now: Date.now })` */
export function createFailureLimit({ max, now }: { readonly max: number; readonly now: () => number }): FailureLimit {
  /** The times of the last `max` failures of each address; those that failed last are last. */
  const failures = new Map<string, readonly number[]>();
  return {
    note(address) {
      const recent = (failures.get(address) ?? []).filter((at) => at > now() - WINDOW_MS);
      failures.delete(address);
      failures.set(address, [...recent, now()].slice(-max));
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES && oldest !== undefined) failures.delete(oldest);
      return recent.length >= max;
    },
  };
}
