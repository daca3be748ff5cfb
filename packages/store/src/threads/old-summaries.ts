import { soundThread } from '../damage/sound-thread.ts';
import type { Row } from '../sql/database.ts';

/** Lines of the list that an older version counted, by other rules. */
export interface OldSummaries {
  /** It is shown: if it is such a line, it is counted again, after those that were shown before it. */
  note(row: Row): void;
  close(): void;
}

/** `createOldSummaries((thread) => renew(thread))`: one at a time, each at most once, and only those that somebody looks at. */
export function createOldSummaries(renew: (thread: string) => Promise<unknown>): OldSummaries {
  const noted = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    note(row) {
      const thread = soundThread(row);
      if (thread === undefined || thread.by === 'this version' || noted.has(thread.id)) return;
      noted.add(thread.id);
      // A line that cannot be counted now is not changed: readers of the thread are told why.
      last = last.then(() => (closed ? undefined : renew(thread.id))).catch(() => undefined);
    },
    close() {
      closed = true;
    },
  };
}
