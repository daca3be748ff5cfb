import { eventLoop } from '../../turns.ts';
import { type Database, DatabaseUnavailable, type Statements } from '../database.ts';
import { LEAVES, type PostgresTransaction } from './postgres-transaction.ts';

interface Member {
  /** Returns the answer for the caller, who gets it after the commit. */
  readonly within: (sql: Statements) => Promise<() => void>;
  readonly alone: () => void;
  readonly reject: (error: unknown) => void;
}

type Transact = <T>(work: (transaction: PostgresTransaction) => Promise<T>) => Promise<T>;

/** The most members in one transaction, and the most transactions at a time: a slow one delays only a few callers. */
const MOST = 32;
const AT_A_TIME = 2;

/**
 * Short transactions that wait at the same time are one: they begin, are sent and wait for the disk once. All of them ask and write at the same
 * time, none waits for a lock that others have: one that would have to leaves, and is done alone. If one fails, nothing is kept of any, and each is done
 * alone.
 */
export function postgresTogether(transact: Transact): Database['together'] {
  const waiting: Member[] = [];
  let underWay = 0;

  async function commit(): Promise<void> {
    underWay += 1;
    let group: readonly Member[] = [];
    try {
      const told = await transact(async ({ sql, amongOthers }) => {
        // Done again after a lost connection it is the same group.
        if (group.length === 0) group = waiting.splice(0, MOST);
        const own = group.length > 1 ? amongOthers : sql;
        const settled = await Promise.allSettled(group.map(({ within }) => within(own)));
        return settled.map((one) => {
          if (one.status === 'rejected') throw one.reason;
          return one.value;
        });
      });
      for (const tell of told) {
        // Whoever is told goes on at once.
        await eventLoop.next();
        tell();
      }
    } catch (error) {
      // A write that nobody waited for is told by the commit: it is one member's, too. If the database itself was away for too long, nobody has to try.
      const isOnes = group.length > 1 && !(error instanceof DatabaseUnavailable);
      for (const { alone, reject } of group.length === 0 ? waiting.splice(0) : group) {
        if (isOnes) alone();
        else reject(error);
      }
    }
    underWay -= 1;
    if (waiting.length > 0 && underWay < AT_A_TIME) void commit();
  }

  return (_durability, work) =>
    new Promise((resolve, reject) => {
      const alone = (): void => void transact(({ sql }) => work(sql)).then(resolve, reject);
      const within: Member['within'] = async (sql) => {
        try {
          const value = await work(sql);
          return () => resolve(value);
        } catch (error) {
          if (error === LEAVES) return alone;
          throw error;
        }
      };
      waiting.push({ within, alone, reject });
      if (underWay < AT_A_TIME) void commit();
    });
}
