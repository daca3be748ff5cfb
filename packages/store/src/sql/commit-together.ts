import { eventLoop } from '../turns.ts';
import type { Database, Durability, Statements } from './database.ts';

interface Member {
  readonly durability: Durability;
  /** Within a transaction. Returns the answer for the caller, who gets it after the commit. */
  readonly within: (sql: Statements, marks: Marks) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/** The state of a transaction before one of several members, so that this one can be rolled back alone. */
interface Marks {
  set(): void;
  forget(): void;
  goBack(): void;
}

export interface CommitTogetherOptions {
  /** Asks for the durability when its turn has come. */
  readonly tx: <T>(durability: () => Durability, work: (sql: Statements) => Promise<T>) => Promise<T>;
  readonly marks: Marks;
}

/** A single member is rolled back with its transaction. */
const ALONE: Marks = {
  set: () => undefined,
  forget: () => undefined,
  goBack: () => {
    throw new Error('there is no mark');
  },
};

/** The most members: few enough that the first does not wait long for the last. */
const MOST = 32;

/**
 * Short transactions that wait at the same time are committed at once, and wait for the disk once: `commitTogether({ tx, marks })`. Each is done or
 * taken back for itself, and told so when all are committed; where that fails, nothing was kept of any.
 */
export function commitTogether({ tx, marks }: CommitTogetherOptions): Database['together'] {
  const waiting: Member[] = [];

  async function commit(): Promise<void> {
    let group: readonly Member[] = [];
    // Includes everything that waits at this moment.
    const durability = (): Durability => {
      group = waiting.splice(0, MOST);
      if (waiting.length > 0) void commit();
      return group.some((member) => member.durability === 'full') ? 'full' : 'relaxed';
    };
    try {
      const told = await tx(durability, async (sql) => {
        const settled: (() => void)[] = [];
        for (const { within } of group) {
          // Each folds and writes; together they would be one turn, for no statement waits.
          await eventLoop.next();
          settled.push(await within(sql, group.length > 1 ? marks : ALONE));
        }
        return settled;
      });
      for (const tell of told) {
        // Whoever is told goes on at once.
        await eventLoop.next();
        tell();
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (durability, work) =>
    new Promise((resolve, reject) => {
      const within: Member['within'] = async (sql, { set, forget, goBack }) => {
        set();
        try {
          const value = await work(sql);
          forget();
          return () => resolve(value);
        } catch (error) {
          try {
            goBack();
          } catch {
            // The engine has rolled back everything: no member's work is kept.
            throw error;
          }
          return () => reject(error);
        }
      };
      waiting.push({ durability, within, reject });
      if (waiting.length === 1) void commit();
    });
}
