import type { ServerResponse } from 'node:http';
import type { Reader } from '@toolthread/store';
import { whenClosed } from '../../http/when-closed.ts';

/** Who reads a thread along at this moment, at any node. */
export interface Presence {
  enter(thread: string, name: string, response: ServerResponse): void;
  /** By name. */
  here(thread: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** At this node. */
export interface OwnPresence extends Presence {
  all(): readonly Reader[];
}

/** A page that asks now and then, or comes back after a cut, was not away. */
const LINGER_MS = 5000;

/** `createPresence(Date.now)` */
export function createPresence(now: () => number): OwnPresence {
  /** How many read, and until when somebody counts who has left. */
  const threads = new Map<string, Map<string, { open: number; until: number }>>();

  function tidy(thread: string): void {
    const names = threads.get(thread);
    for (const [name, { open, until }] of names ?? []) if (open === 0 && until < now()) names?.delete(name);
    if (names?.size === 0) threads.delete(thread);
  }

  return {
    enter(thread, name, response) {
      tidy(thread);
      const names = threads.get(thread) ?? new Map<string, { open: number; until: number }>();
      threads.set(thread, names);
      const entry = names.get(name) ?? { open: 0, until: 0 };
      names.set(name, entry);
      entry.open += 1;
      whenClosed(response, () => {
        entry.open -= 1;
        entry.until = now() + LINGER_MS;
      });
    },
    async here(thread) {
      tidy(thread);
      return [...(threads.get(thread)?.keys() ?? [])].toSorted((a, b) => (a < b ? -1 : 1));
    },
    all() {
      for (const thread of threads.keys()) tidy(thread);
      return [...threads].flatMap(([thread, names]) => [...names.keys()].map((person) => ({ thread, person })));
    },
    close: () => Promise.resolve(),
  };
}
