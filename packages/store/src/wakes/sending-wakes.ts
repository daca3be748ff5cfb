import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../sql/database.ts';
import { CHANNEL, wakeText } from './wake.ts';

/** Tells the other nodes which threads have changed. */
export interface Wakes {
  /** Called after the commit. Nothing waits for it. */
  say(thread: string, seq: number): void;
  /** Resolves when all wakes are sent, or the database is away. */
  settled(): Promise<void>;
}

/** In one statement. */
const AT_ONCE = 100;
/** While much is written: nobody notices a delay of this few milliseconds, and a wake for each append would cost a tenth as much as the appends. */
const BETWEEN_MS = 5;
const PATIENCE_MS = 2000;

/**
 * `sendingWakes(database, node)`: what comes while a statement is under way goes with the next, of each thread the newest only.
 *
 * Not in the transaction that writes: PostgreSQL lets only one transaction at a time commit that has a wake in it, and a commit waits for the
 * disk. A wake that is lost with its node is made up for by those who look for themselves.
 */
export function sendingWakes(database: Queryable, node: string): Wakes {
  const pending = new Map<string, number>();
  let under: Promise<void> | undefined;

  async function sayAll(): Promise<void> {
    // All appends of this turn of the event loop are sent together.
    await Promise.resolve();
    while (pending.size > 0) {
      const texts: string[] = [];
      for (const [thread, seq] of pending) {
        if (texts.length === AT_ONCE) break;
        pending.delete(thread);
        const text = wakeText({ node, thread, seq });
        if (text !== undefined) texts.push(text);
      }
      const calls = texts.map((_, n) => `pg_notify(${CHANNEL}, $${n + 1})`);
      // If a wake cannot be sent now, the other nodes find the change when they look.
      if (texts.length > 0) await database.all(`select ${calls.join(', ')}`, texts).catch(() => undefined);
      await sleep(BETWEEN_MS);
    }
    under = undefined;
  }

  return {
    say(thread, seq) {
      pending.set(thread, seq);
      under ??= sayAll();
    },
    settled: async () => {
      if (under !== undefined) await Promise.race([under, sleep(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
