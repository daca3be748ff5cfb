import type { Hub } from '@toolthread/server';

/** A purge removes one event after the other, and each is reported twice. */
const SETTLED_MS = 5000;

/** The same hub. Tells of a thread in which something was purged, once for all that follows within seconds: `toldPurges(createHub(), (thread) => …)`. */
export function toldPurges(hub: Hub, tell: (thread: string) => void): Hub {
  const told = new Map<string, NodeJS.Timeout>();
  return {
    ...hub,
    notify(thread, what) {
      hub.notify(thread, what);
      if (what !== 'purged') return;
      const before = told.get(thread);
      if (before === undefined) tell(thread);
      clearTimeout(before);
      told.set(thread, setTimeout(() => told.delete(thread), SETTLED_MS).unref());
    },
  };
}
