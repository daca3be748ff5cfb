import { setImmediate } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../sql/database.ts';
import { removeRest } from './remove-rest.ts';
import { type Awaiting, dropUnnamed } from './drop-unnamed.ts';

/** Removes in small steps what is not wanted any more, while everybody else goes on. */
export interface Removal {
  /** Resolves when nothing is left of what was deleted before. What cannot be removed now is, at the next start. */
  all(): Promise<void>;
  /** That, and blobs that were put and never named. An hour after the last time, or later. */
  nowAndThen(): void;
  close(): void;
}

const PAUSE_MS = 3_600_000;

/** `createRemoval(database, { now, isAwaited })` */
export function createRemoval(database: Database, awaiting: Awaiting): Removal {
  let closed = false;
  let last: Promise<void> = Promise.resolve();
  let next = -Infinity;

  function untilDone(step: () => Promise<boolean>): Promise<void> {
    const steps = async (): Promise<void> => {
      while (!closed && (await step())) await setImmediate();
    };
    last = last.then(steps).catch((error: unknown) => {
      // Locked, full, broken or closed.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    });
    return last;
  }

  const all = (): Promise<void> => untilDone(() => removeRest(database, awaiting));

  return {
    all,
    nowAndThen() {
      const now = awaiting.now();
      if (now < next) return;
      next = now + PAUSE_MS;
      void untilDone(() => dropUnnamed(database, awaiting));
      void all();
    },
    close() {
      closed = true;
    },
  };
}
