import { allRows } from '../sql/all-rows.ts';
import { DatabaseUnavailable } from '../sql/database.ts';
import { NEWEST_SCHEMA, schemaOf } from '../sql/migrate.ts';
import type { Snapshot } from '../sql/open-snapshot.ts';
import { copiedRow } from './copied-row.ts';
import { type KeptFile, LEDGER_TABLE, type LedgerRecord } from './ledger-record.ts';
import { RowSum } from './row-sum.ts';
import { tablesAt, type TableShape } from './table-shape.ts';

/** All that is in a ledger, and the files that go with it. Rejects with `DatabaseUnavailable` if it is not one, or cannot be read. */
export async function* ledgerRecords(
  from: Snapshot,
  files: readonly KeptFile[] = [],
): AsyncGenerator<LedgerRecord, void, void> {
  const schema = await schemaOf(from);
  if (schema === undefined) throw new DatabaseUnavailable('there is no ledger.');
  if (schema > NEWEST_SCHEMA)
    throw new DatabaseUnavailable(
      `it was written by a newer Toolthread (schema ${schema}, this one knows ${NEWEST_SCHEMA}).`,
    );
  yield { kind: 'head', schema, at: new Date().toISOString() };
  let rows = 0;
  for (const shape of tablesAt(schema)) {
    yield { kind: 'table', table: shape.table, columns: shape.columns };
    for await (const record of shape.table === LEDGER_TABLE ? eventRecords(from, shape) : rowRecords(from, shape)) {
      if (record.kind === 'row') rows += 1;
      yield record;
    }
  }
  for (const file of files) yield { kind: 'file', file };
  yield { kind: 'end', rows };
}

async function* rowRecords(from: Snapshot, shape: TableShape): AsyncGenerator<LedgerRecord, void, void> {
  const sum = new RowSum();
  for await (const page of allRows(from, shape)) {
    for (const found of page) {
      const row = copiedRow(found, shape.columns, from.dialect);
      sum.add(row);
      yield { kind: 'row', row };
    }
  }
  yield { kind: 'sum', rows: sum.rows, sha256: sum.sha256 };
}

/** A sum after each thread's last event. */
async function* eventRecords(from: Snapshot, shape: TableShape): AsyncGenerator<LedgerRecord, void, void> {
  const at = shape.columns.indexOf('thread');
  let thread: string | undefined;
  let sum = new RowSum();
  for await (const page of allRows(from, shape)) {
    for (const found of page) {
      const row = copiedRow(found, shape.columns, from.dialect);
      const of = String(row[at]);
      if (thread !== undefined && of !== thread) {
        yield { kind: 'sum', thread, rows: sum.rows, sha256: sum.sha256 };
        sum = new RowSum();
      }
      thread = of;
      sum.add(row);
      yield { kind: 'row', row };
    }
  }
  if (thread !== undefined) yield { kind: 'sum', thread, rows: sum.rows, sha256: sum.sha256 };
}
