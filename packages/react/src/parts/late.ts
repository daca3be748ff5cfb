import { useEffect, useSyncExternalStore } from 'react';

/** Something no page needs to open: it is fetched when it may be needed, and kept. */
export interface Late<Value> {
  /** Fetches it, once. Rejects if it is not available. */
  load(): Promise<void>;
  /** For those that have it already, and draw where nothing is fetched. */
  give(value: Value): void;
  /** Undefined until it is here. Whoever draws with it fetches it. */
  use(): Value | 'failed' | undefined;
}

/** A server that is away may be back. */
const AGAIN_MS = 3000;

/** `const card = late(() => import('./card.tsx'))` */
export function late<Value>(fetchIt: () => Promise<Value>): Late<Value> {
  let value: Value | 'failed' | undefined;
  let fetched: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const take = (next: Value | 'failed'): void => {
    value = next;
    for (const listener of listeners) listener();
  };
  const load = (): Promise<void> =>
    (fetched ??= fetchIt().then(take, (error: unknown) => {
      fetched = undefined;
      take('failed');
      throw error;
    }));
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = (): Value | 'failed' | undefined => value;
  return {
    load,
    give(given) {
      fetched = Promise.resolve();
      take(given);
    },
    use() {
      const known = useSyncExternalStore(subscribe, read, read);
      useEffect(() => {
        if (known !== undefined && known !== 'failed') return undefined;
        const ask = (): void => void load().catch(() => undefined);
        if (known === undefined) ask();
        const again = setInterval(ask, AGAIN_MS);
        return () => clearInterval(again);
      }, [known]);
      return known;
    },
  };
}
