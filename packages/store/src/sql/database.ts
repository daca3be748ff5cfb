import type { WordIndex } from '../search/word-index.ts';
import type { Reach } from './postgres/postgres-reach.ts';

/**
 * The part of SQL that the ledger needs, with one SQL text for every engine: `$n` parameters, `on conflict`,
 * `returning`, window functions.
 *
 * Contract:
 * - Outside `tx`, `all` sees committed rows only.
 * - `tx` commits when `work` resolves and takes everything back when it rejects. Two that lock the same rows run one after the other.
 *   `work` may be done again if certainly nothing of it was kept.
 * - `together` is `tx` for short work: several that wait at the same time may be committed at once. Each is taken back alone.
 *   Two that write the same rows are not to wait at the same time: a lock does not keep those apart that are committed at once.
 * - What `full` has committed survives a loss of power, and so does all that was committed before it; what `relaxed` has
 *   committed survives the death of the process.
 * - A database that cannot do its work now (locked, full, broken) rejects with `DatabaseUnavailable`, one that is broken with
 *   `DatabaseDamaged`.
 * - After `close` whatever is asked rejects with `DatabaseUnavailable`, and no work is begun. Closing it again does nothing.
 *
 * `databaseContract` (`test/contract`) holds an engine to these.
 */
export interface Database extends Reader {
  tx<T>(durability: Durability, work: (sql: Statements) => Promise<T>): Promise<T>;
  together<T>(durability: Durability, work: (sql: Statements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Absent if it is a file. */
  readonly reach?: Reach;
}

/** What can be asked with SQL, in a transaction or outside. */
export interface Queryable {
  all(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

/** What a ledger is read with. */
export interface Reader extends Queryable {
  /** Where the SQL of the engines differs. */
  readonly dialect: Dialect;
}

/** What can be done inside a transaction. */
export interface Statements extends Queryable {
  /** The same for a `select` of one table, whose rows nobody else can change until the transaction ends. */
  lock(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
  run(sql: string, values?: readonly Value[]): Promise<void>;
  /**
   * Called before a transaction touches rows that transactions of other threads touch too, and before it has written anything. A transaction that is in a group
   * then leaves it, because two groups could wait for each other.
   */
  alone(): void;
  /**
   * A query that returns a row only if this transaction was committed. It is used if the answer to the commit was lost: a database that crashed may give the number
   * of a transaction that it forgot to another.
   */
  proof(sql: string, values: readonly Value[]): void;
}

/** Words of SQL that differ between engines. */
export interface Dialect {
  /** The column type of bytes. */
  readonly bytes: string;
  /** The column type of text that is ordered by its bytes. */
  readonly text: string;
  /** Ends a `create table` whose rows should be in the order of the primary key. */
  readonly clustered: string;
  /** The names of all tables that a statement finds without naming a schema. */
  readonly tables: string;
  /** Statements after which a transaction is the only one that changes tables; none if every transaction is alone. */
  readonly alone: readonly string[];
  /** What time it is, in milliseconds since 1970. */
  readonly clock: string;
  /** A text of a row as it was given to be written. */
  readonly given: (stored: string) => string;
  /** Where the ledger is: a copy in another database is elsewhere. Empty if that cannot be told, as of a file that may be moved. */
  readonly place: (reader: Queryable) => Promise<string>;
  /** How words are found in what was said. */
  readonly words: WordIndex;
}

/** What a commit survives: a loss of power, or only the death of the process. */
export type Durability = 'full' | 'relaxed';

/** A parameter of a statement. */
export type Value = string | number | Uint8Array | null;

/** A row that a statement gave, by column. */
export interface Row {
  readonly [column: string]: unknown;
}

/**
 * The database cannot do its work now: it is locked, full or broken.
 *
 * @example
 * new DatabaseUnavailable('database is locked').name; //=> 'DatabaseUnavailable'
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
  /** The same for whoever asks a server: a sentence that does not say where the database is, nor who opens it. Absent if the message says neither. */
  readonly told: string | undefined;

  constructor(message: string, { told, ...options }: ErrorOptions & { readonly told?: string } = {}) {
    super(message, options);
    this.told = told;
  }
}

/** The error of every call after `close`: `throw closedDatabase()`. */
export function closedDatabase(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('it is closed.', { cause });
}

/** What is there is not what was written. From then on nothing more is written. */
export class DatabaseDamaged extends DatabaseUnavailable {
  override readonly name = 'DatabaseDamaged';
}
