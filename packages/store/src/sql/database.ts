import type { WordIndex } from '../search/word-index.ts';
import type { Reach } from './postgres-reach.ts';

/**
 * The little of SQL that the ledger needs, over one SQL text for every engine: `$n` parameters, `on conflict`,
 * `returning`, window functions.
 *
 * Contract:
 * - Outside `tx`, `all` sees committed rows only.
 * - `tx` commits when `work` resolves and takes everything back when it rejects. Two that lock the same rows come one after the other.
 *   `work` may be done again if certainly nothing of it was kept.
 * - `together` is `tx` for short work: several that wait at the same time may be committed at once. Each is taken back alone.
 *   Two that write the same rows are not to wait at the same time: a lock does not keep those apart that are committed at once.
 * - What `full` has committed survives a loss of power, and so does all that was committed before it; what `relaxed` has
 *   committed survives the death of the process.
 * - A database that cannot do its work now (locked, full, broken) rejects with `DatabaseUnavailable`, one that is broken with
 *   `DatabaseDamaged`.
 * - After `close` whatever is asked rejects with `DatabaseUnavailable`, and no work is begun. Closing it again is nothing.
 *
 * `databaseContract` (`test/contract`) holds an engine to these.
 */
export interface Database {
  all(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
  tx<T>(durability: Durability, work: (sql: Statements) => Promise<T>): Promise<T>;
  together<T>(durability: Durability, work: (sql: Statements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Where the engines' words differ. */
  readonly dialect: Dialect;
  /** Absent where it is a file. */
  readonly reach?: Reach;
}

/** What can be done inside a transaction. */
export interface Statements {
  all(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
  /** The same for a `select` of one table, whose rows nobody else can change until the transaction ends. */
  lock(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
  run(sql: string, values?: readonly Value[]): Promise<void>;
  /**
   * Said before a transaction touches rows that those of other threads touch, too, and before it has written anything: one that is committed with others goes on by
   * itself from here, as two groups could wait for each other.
   */
  alone(): void;
  /**
   * A question that has a row for an answer only if this transaction was committed. It is asked where the answer to the commit was lost: a database that crashed may
   * give the number of a transaction that it forgot to another.
   */
  proof(sql: string, values: readonly Value[]): void;
}

/** Words of SQL that differ between engines. */
export interface Dialect {
  /** The column type of bytes. */
  readonly bytes: string;
  /** The column type of text that is ordered by its bytes. */
  readonly text: string;
  /** Ends a `create table` whose rows should lie in the order of the primary key. */
  readonly clustered: string;
  /** The names of all tables that a statement finds without naming a schema. */
  readonly tables: string;
  /** Statements after which a transaction is the only one that changes tables; none where every transaction is alone. */
  readonly alone: readonly string[];
  /** What time it is, in milliseconds since 1970. */
  readonly clock: string;
  /** A text of a row as it was given to be written. */
  readonly given: (stored: string) => string;
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
  /** The same for whoever asks a server: a sentence that does not say where the database is, nor who opens it. Absent where the message says neither. */
  readonly told: string | undefined;

  constructor(message: string, { told, ...options }: ErrorOptions & { readonly told?: string } = {}) {
    super(message, options);
    this.told = told;
  }
}

/** Of whatever is asked after `close`: `throw closedDatabase()`. */
export function closedDatabase(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('it is closed.', { cause });
}

/** What lies there is not what was written. From then on nothing more is written. */
export class DatabaseDamaged extends DatabaseUnavailable {
  override readonly name = 'DatabaseDamaged';
}
