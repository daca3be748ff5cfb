import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseDamaged, type Queryable } from '../sql/database.ts';
import { refuse, type Result } from '../result.ts';
import { listDamage, soundRows } from '../events/read-events.ts';
import { soundThread } from './sound-thread.ts';

/**
 * Which threads are as they were written. Each is read once, before the first write to it, and all of them after a start, a page at
 * a time while everybody else goes on.
 */
export interface ThreadChecks {
  /** `write`, if all of the thread is sound. */
  whenSound<T>(thread: string, write: () => Promise<Result<T>>): Promise<Result<T>>;
  /** What is known to be broken in it. */
  damage(thread: string): string | undefined;
  /** Damage that a reader has found. */
  note(thread: string, damage: string): void;
  /** We have just created the thread. */
  created(thread: string): void;
  checkAll(): Promise<void>;
  close(): void;
}

const SOUND = Promise.resolve();
const PAGE = 250;
const PAUSE_MS = 10;

/** `createThreadChecks(database)` */
export function createThreadChecks(database: Queryable): ThreadChecks {
  const checked = new Map<string, Promise<void>>();
  const damages = new Map<string, string>();
  /** Threads that somebody waits to write to. */
  const urgent = new Map<string, number>();
  let closed = false;

  /** Resolves when it is known, the same promise for all who ask: their writes stay in order. */
  function check(thread: string): Promise<void> {
    const known = checked.get(thread);
    if (known !== undefined) return known;
    const checking = readAll(thread).catch((error: unknown) => {
      checked.delete(thread);
      throw error;
    });
    checked.set(thread, checking);
    return checking;
  }

  async function readAll(thread: string): Promise<void> {
    const row = await threadRow(thread);
    if (row === 'none') return void checked.delete(thread);
    if (row === 'damaged') return void damages.set(thread, listDamage(thread));
    for (let after = 0; !closed;) {
      while (urgent.size > 0 && !urgent.has(thread) && !closed) await sleep(PAUSE_MS);
      const rows = await soundRows(database, thread, { after, limit: PAGE });
      if (!rows.ok) return void damages.set(thread, rows.error.message);
      if (rows.value.length === 0) return;
      after += rows.value.length;
    }
  }

  async function threadRow(thread: string): Promise<'none' | 'damaged' | 'sound'> {
    try {
      const [row] = await database.all('select id, seq, summary, sum from threads where id = $1', [thread]);
      if (row === undefined) return 'none';
      return soundThread(row) === undefined ? 'damaged' : 'sound';
    } catch (error) {
      if (error instanceof DatabaseDamaged) return 'damaged';
      throw error;
    }
  }

  return {
    async whenSound(thread, write) {
      urgent.set(thread, (urgent.get(thread) ?? 0) + 1);
      await check(thread).finally(() => {
        const others = (urgent.get(thread) ?? 1) - 1;
        if (others > 0) urgent.set(thread, others);
        else urgent.delete(thread);
      });
      const damage = damages.get(thread);
      return damage === undefined ? write() : refuse('damaged', damage);
    },
    damage: (thread) => damages.get(thread),
    note(thread, damage) {
      if (!damages.has(thread)) damages.set(thread, damage);
    },
    created: (thread) => void checked.set(thread, SOUND),
    async checkAll() {
      for (const row of await database.all('select id from threads order by updated_at desc')) {
        if (closed) return;
        if (typeof row['id'] === 'string') await check(row['id']);
      }
    },
    close() {
      closed = true;
    },
  };
}
