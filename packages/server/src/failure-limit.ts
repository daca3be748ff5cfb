/** Slows down guessing: after some wrong tokens within a minute an address is not listened to. */
export interface FailureLimit {
  isLimited(address: string): boolean;
  note(address: string): void;
}

const WINDOW_MS = 60_000;
const ADDRESSES = 10_000;

/** `createFailureLimit({ max: 10, now: Date.now })` */
export function createFailureLimit({ max, now }: { readonly max: number; readonly now: () => number }): FailureLimit {
  const failures = new Map<string, number[]>();
  const recent = (address: string): number[] => (failures.get(address) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    isLimited: (address) => recent(address).length >= max,
    note(address) {
      const times = [...recent(address), now()];
      failures.delete(address);
      failures.set(address, times);
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES && oldest !== undefined) failures.delete(oldest);
    },
  };
}
