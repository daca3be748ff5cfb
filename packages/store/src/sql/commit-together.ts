import { eventLoop } from '../turns.ts';
import type { Database, Durability, Statements } from './database.ts';

interface Member {
  readonly askedAt: number;
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
  /** Asks for the durability when its turn has come. `askedAt`: since when the first that it is for waits. */
  readonly tx: <T>(askedAt: number, durability: () => Durability, work: (sql: Statements) => Promise<T>) => Promise<T>;
  readonly marks: Marks;
  readonly now?: () => number;
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
export function commitTogether({
  tx,
  marks,
  now = () => performance.now(),
}: CommitTogetherOptions): Database['together'] {
  const waiting: Member[] = [];

  async function commit({ askedAt }: Member): Promise<void> {
    let group: readonly Member[] = [];
    // Includes everything that waits at this moment.
    const durability = (): Durability => {
      group = waiting.splice(0, MOST);
      const [left] = waiting;
      if (left !== undefined) void commit(left);
      return group.some((member) => member.durability === 'full') ? 'full' : 'relaxed';
    };
    try {
      const told = await tx(askedAt, durability, async (sql) => {
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
      const member: Member = { askedAt: now(), durability, within, reject };
      waiting.push(member);
      if (waiting.length === 1) void commit(member);
    });
}
