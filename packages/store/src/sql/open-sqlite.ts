import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@toolthread/core/json';
import { commitTogether } from './commit-together.ts';
import {
  closedDatabase,
  type Database,
  DatabaseDamaged,
  DatabaseUnavailable,
  type Durability,
  type Row,
  type Statements,
  type Value,
  type Reader,
} from './database.ts';
import { SQLITE_DIALECT } from './sqlite-dialect.ts';
import { isBrokenFile, isStrangeNumber } from '../damage/file-damage.ts';
import { positional } from './positional.ts';
import { storableText } from './storable-text.ts';
import { eventLoop } from '../turns.ts';

export interface SqliteOptions {
  readonly file: string;
  /** How long to wait while another process holds the write lock. */
  readonly busyMs?: number;
}

export interface SqliteDatabase extends Database {
  /** What is in the log is put into the file, as far as nobody reads it there. */
  checkpoint(): Promise<void>;
}

/**
 * `const database = openSqlite({ file: 'ledger.db' })`
 *
 * Two connections: one writes, one reads, so that a reader never sees what is not yet committed.
 */
export function openSqlite({ file, busyMs = 30_000 }: SqliteOptions): SqliteDatabase {
  const writer = connect(
    file,
    `
    pragma journal_mode = wal;
    pragma journal_size_limit = 67108864;
    pragma secure_delete = on;
    pragma busy_timeout = 0;
  `,
  );
  const reader = connect(file, 'pragma query_only = on;');
  const statements: Statements = {
    all: async (sql, values) => noting(() => writer.all(sql, values)),
    // Nothing is between this process and the file: no answer is lost.
    proof: () => undefined,
    // The transaction has the whole file to itself.
    alone: () => undefined,
    lock: async (sql, values) => noting(() => writer.all(sql, values)),
    run: async (sql, values) => noting(() => writer.run(sql, values)),
  };
  let pages: 'not looked at' | 'sound' | 'broken' = 'not looked at';
  let synchronous: Durability | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: between the statements of one transaction there are awaits, and there is one writer. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** A broken row is reported by its reader. A file with broken pages is never written to again. */
  function noting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof DatabaseDamaged && isBrokenFile(error.cause) && pages === 'not looked at') {
        pages = quickCheck(reader);
      }
      throw error;
    }
  }

  /** Waits without blocking the event loop, which SQLite's own busy handler would. Whoever waited for their turn has waited for the lock, too. */
  async function begin(askedAt: number): Promise<void> {
    for (;;) {
      try {
        return writer.run('begin immediate');
      } catch (error) {
        if (
          !(error instanceof DatabaseUnavailable && error.message.includes('locked')) ||
          performance.now() - askedAt >= busyMs
        )
          throw error;
        await sleep(20);
      }
    }
  }

  async function transact<T>(
    askedAt: number,
    wanted: () => Durability,
    work: (sql: Statements) => Promise<T>,
  ): Promise<T> {
    await eventLoop.next();
    const durability = wanted();
    if (pages === 'broken') throw new DatabaseDamaged(BROKEN);
    if (synchronous !== durability) writer.exec(`pragma synchronous = ${durability === 'full' ? 'full' : 'normal'}`);
    synchronous = durability;
    await begin(askedAt);
    try {
      const value = await work(statements);
      // A commit may take as long as the work did.
      await eventLoop.next();
      writer.run('commit');
      return value;
    } catch (error) {
      writer.rollback();
      throw error;
    }
  }

  return {
    dialect: SQLITE_DIALECT,
    all: async (sql, values) => {
      await eventLoop.next();
      return noting(() => reader.all(sql, values));
    },
    tx: (durability, work) => {
      const askedAt = performance.now();
      return inTurn(() => transact(askedAt, () => durability, work));
    },
    together: commitTogether({
      tx: (askedAt, durability, work) => inTurn(() => transact(askedAt, durability, work)),
      marks: {
        set: () => writer.run('savepoint one'),
        forget: () => writer.run('release one'),
        goBack: () => {
          writer.run('rollback to one');
          writer.run('release one');
        },
      },
    }),
    checkpoint: () => inTurn(async () => void writer.all('pragma wal_checkpoint(passive)')),
    close: () =>
      inTurn(async () => {
        reader.close();
        writer.close();
      }),
  };
}

function quickCheck(reader: Connection): 'sound' | 'broken' {
  try {
    const [found] = reader.all('pragma quick_check(1)');
    return found?.['quick_check'] === 'ok' ? 'sound' : 'broken';
  } catch {
    return 'broken';
  }
}

const BROKEN =
  'the file is damaged, and nothing more is written to it. Stop the server and run "toolthread doctor --repair".';

/** `const reader = openReader('ledger.db')`: the file as it is at this moment, and nothing is written to it. */
export function openReader(file: string): Reader & { close(): Promise<void> } {
  const reader = connect(file, 'begin;', { readOnly: true });
  return {
    dialect: SQLITE_DIALECT,
    all: async (sql, values) => reader.all(sql, values),
    close: async () => reader.close(),
  };
}

interface Connection {
  all(sql: string, values?: readonly Value[]): Row[];
  run(sql: string, values?: readonly Value[]): void;
  exec(sql: string): void;
  rollback(): void;
  close(): void;
}

function connect(file: string, pragmas: string, options: DatabaseSyncOptions = {}): Connection {
  const database = attempt(() => new DatabaseSync(file, options));
  // Opening, and reading after another process died, may have to wait for a moment.
  attempt(() => database.exec(`pragma busy_timeout = 2000; ${pragmas}`));
  let open = true;
  const prepared = new Map<string, { statement: StatementSync; order: readonly number[]; isAsGiven: boolean }>();

  function bind(text: string, values: readonly Value[]): [StatementSync, readonly Value[]] {
    let entry = prepared.get(text);
    if (entry === undefined) {
      const { sql, order } = positional(text);
      entry = { statement: database.prepare(sql), order, isAsGiven: order.every((index, n) => index === n) };
      prepared.set(text, entry);
    }
    const { statement, order, isAsGiven } = entry;
    if (isAsGiven && values.length === order.length) return [statement, values.map(bindable)];
    return [statement, order.map((index) => bindable(values[index] ?? null))];
  }

  return {
    all: (sql, values = []) =>
      attempt(() => {
        const [statement, bound] = bind(sql, values);
        const rows = statement.all(...bound);
        unbind(statement, bound);
        return rows;
      }),
    run: (sql, values = []) =>
      attempt(() => {
        const [statement, bound] = bind(sql, values);
        statement.run(...bound);
        unbind(statement, bound);
      }),
    exec: (sql) => attempt(() => database.exec(sql)),
    rollback: () => {
      try {
        database.exec('rollback');
      } catch {
        // A failed commit, or a full disk, has rolled back already.
      }
    },
    close: () => {
      if (open) database.close();
      open = false;
    },
  };
}

const LONG = 100_000;

/**
 * A statement holds what was bound to it until it is bound again: of a message of megabytes a copy for each table that has it. Node lets go of that before
 * it looks at new values, and does nothing else when one of these has no place.
 */
function unbind(statement: StatementSync, bound: readonly Value[]): void {
  if (!bound.some((value) => (typeof value === 'string' || value instanceof Uint8Array) && value.length > LONG)) return;
  try {
    statement.run({ nowhere: 0 });
  } catch {
    // It says so.
  }
}

/** Bytes without memory of their own, as an encoder gives for an empty text, are null for Node 22. */
const NO_BYTES = new Uint8Array(new ArrayBuffer(1), 0, 0);

function bindable(value: Value): Value {
  if (typeof value === 'string') return storableText(value);
  return value instanceof Uint8Array && value.length === 0 ? NO_BYTES : value;
}

/** SQLite's primary result codes that say "not now": busy, locked, read-only, I/O, full… */
const UNAVAILABLE: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isBrokenFile(error) || isStrangeNumber(error)) throw new DatabaseDamaged(error.message, { cause: error });
    if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number') {
      if (UNAVAILABLE.has(error.errcode & 0xff)) throw new DatabaseUnavailable(error.message, { cause: error });
    }
    // Node's own word for a connection that is closed.
    if (codeOf(error) === 'ERR_INVALID_STATE') {
      throw closedDatabase(error);
    }
    throw error;
  }
}
