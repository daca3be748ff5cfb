/** Writes a whole ledger into an empty database, in one transaction: everything is written and read again for comparison, or nothing is. */
import { allRows, quoted } from '../sql/all-rows.ts';
import { type Database, DatabaseUnavailable, type Statements, type Value } from '../sql/database.ts';
import { NEWEST_SCHEMA, statementsTo } from '../sql/migrate.ts';
import { fillSaid, SAID_SCHEMA } from '../search/fill-said.ts';
import { copiedRow, type CopiedRow } from './copied-row.ts';
import { type KeptFile, LEDGER_TABLE, type LedgerRecord, type SumRecord } from './ledger-record.ts';
import { RowSum } from './row-sum.ts';
import { tablesAt, type TableShape } from './table-shape.ts';

/** What went from one place to another. */
export interface Copied {
  readonly threads: number;
  readonly events: number;
  readonly blobs: number;
}

/** Where the records come from, and who is told of the progress. */
export interface Filling {
  /** Called again if the transaction has to be repeated. */
  readonly records: () => AsyncIterable<LedgerRecord>;
  /** Everything is written, but not committed yet. */
  readonly onFiles?: (files: readonly KeptFile[]) => void;
  /** The ledger that it is read from will not be opened any more. */
  readonly isMove?: boolean;
}

/** In words, why a ledger was not filled. */
export class NotFilled extends DatabaseUnavailable {
  override readonly name = 'NotFilled';
}

/** Rows in one statement: many, so that there are few statements. */
const ROWS = 50;
const BYTES = 1_000_000;

/** `await fillLedger(database, { records: () => readBackup(file) })` */
export function fillLedger(to: Database, { records, onFiles }: Filling): Promise<Copied> {
  return to.tx('full', async (sql) => {
    for (const statement of to.dialect.alone) await sql.run(statement);
    const [other] = await sql.all(`select name from (${to.dialect.tables}) as known limit 1`);
    if (other !== undefined)
      throw new NotFilled('the place to be filled is not empty. Nothing was changed. Give an empty one.');
    const rows = new RowTaker(sql, to);
    for await (const record of records()) await rows.take(record);
    const copied = rows.done();
    if (rows.schema >= SAID_SCHEMA) await fillSaid(sql, to.dialect.words);
    onFiles?.(rows.files);
    return copied;
  });
}

class RowTaker {
  readonly #sql: Statements;
  readonly #to: Database;
  #shapes: ReadonlyMap<string, TableShape> | undefined;
  #shape: TableShape | undefined;
  #waiting: CopiedRow[] = [];
  #bytes = 0;
  readonly #counts = new Map<string, number>();
  readonly files: KeptFile[] = [];
  schema = 0;
  /** Rows since the last sum. */
  #unsummed = 0;
  /** Tables that have not arrived yet. */
  readonly #missing = new Set<string>();
  #isWhole = false;

  constructor(sql: Statements, to: Database) {
    this.#sql = sql;
    this.#to = to;
  }

  async take(record: LedgerRecord): Promise<void> {
    if (this.#isWhole) throw new NotFilled(`the backup has data after its end. ${NOTHING}`);
    switch (record.kind) {
      case 'head':
        return this.#begin(record.schema);
      case 'table':
        this.#allSummed();
        this.#missing.delete(record.table);
        this.#shape = this.#shapes?.get(record.table);
        if (this.#shape === undefined || this.#shape.columns.join(' ') !== record.columns.join(' '))
          throw new NotFilled(`the backup has a table ${record.table} that no ledger has. ${NOTHING}`);
        return undefined;
      case 'row':
        return this.#put(record.row);
      case 'sum':
        return this.#check(record);
      case 'file':
        this.files.push(record.file);
        return undefined;
      case 'end':
        this.#allSummed();
        this.#isWhole = true;
        for (const table of this.#missing) throw new NotFilled(`the backup has no table ${table}. ${NOTHING}`);
        if ([...this.#counts.values()].reduce((sum, count) => sum + count, 0) !== record.rows)
          throw new NotFilled(`the backup has lost some of its rows. ${NOTHING}`);
        return undefined;
      default:
        return record satisfies never;
    }
  }

  done(): Copied {
    if (!this.#isWhole) throw new NotFilled(`the backup is torn: its end is missing. ${NOTHING}`);
    const count = (table: string): number => this.#counts.get(table) ?? 0;
    return { threads: count('threads'), events: count('events'), blobs: count('blobs') };
  }

  async #begin(schema: number): Promise<void> {
    if (schema > NEWEST_SCHEMA)
      throw new NotFilled(
        `the backup was made by a newer Toolthread (schema ${schema}, this one knows ${NEWEST_SCHEMA}). ${NOTHING}`,
      );
    this.schema = schema;
    this.#shapes = new Map(tablesAt(schema).map((shape) => [shape.table, shape]));
    for (const table of this.#shapes.keys()) this.#missing.add(table);
    await this.#sql.run('create table schema_version (version bigint not null)');
    for (const statement of statementsTo(schema, this.#to.dialect)) await this.#sql.run(statement);
    // Some tables begin with a row of their own.
    for (const table of this.#missing) await this.#sql.run(`delete from ${quoted(table)}`);
    for (let version = 1; version <= schema; version += 1)
      await this.#sql.run('insert into schema_version (version) values ($1)', [version]);
  }

  async #put(row: CopiedRow): Promise<void> {
    this.#waiting.push(row);
    this.#unsummed += 1;
    this.#bytes += row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    for (const value of row) if (value instanceof Uint8Array) this.#bytes += value.length;
    if (this.#waiting.length >= ROWS || this.#bytes >= BYTES) await this.#write();
  }

  async #write(): Promise<void> {
    const [rows, shape] = [this.#waiting, this.#shape];
    this.#waiting = [];
    this.#bytes = 0;
    if (rows.length === 0) return;
    if (shape === undefined) throw new NotFilled(`the backup has rows of no table. ${NOTHING}`);
    const { table, columns } = shape;
    const width = columns.length;
    const places = rows.map((_, n) => `(${columns.map((_column, m) => `$${n * width + m + 1}`).join(', ')})`);
    const values: readonly Value[] = rows.flat();
    await this.#sql.run(
      `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values ${places.join(', ')}`,
      values,
    );
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + rows.length);
  }

  #allSummed(): void {
    if (this.#unsummed > 0) throw new NotFilled(`the backup has rows without their sum. ${NOTHING}`);
  }

  /** What is there now is read again. */
  async #check({ thread, rows, sha256 }: SumRecord): Promise<void> {
    await this.#write();
    this.#unsummed = 0;
    const shape = this.#shape;
    if (shape === undefined || (shape.table === LEDGER_TABLE) !== (thread !== undefined))
      throw new NotFilled(`the backup has a sum of no table. ${NOTHING}`);
    const sum = new RowSum();
    const reader = { all: this.#sql.all, dialect: this.#to.dialect };
    for await (const page of allRows(reader, { ...shape, ...(thread === undefined ? {} : { first: thread }) }))
      for (const row of page) sum.add(copiedRow(row, shape.columns, this.#to.dialect));
    if (sum.rows === rows && sum.sha256 === sha256) return;
    const whose = thread === undefined ? `table ${shape.table}` : `thread ${thread}`;
    const what = sum.rows === rows ? 'other words' : `${sum.rows} rows instead of ${rows}`;
    throw new NotFilled(`${whose} would have ${what}. ${NOTHING}`);
  }
}

const NOTHING = 'Nothing was kept of it.';
