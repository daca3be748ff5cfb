import type { CopiedRow } from './copied-row.ts';

/** A file of the data folder that goes with the ledger: its name, and its words. */
export interface KeptFile {
  readonly name: string;
  readonly text: string;
}

/** A whole ledger, one record after the other: `head`, each table with its rows and sums, `file`s, `end`. */
export type LedgerRecord =
  | { readonly kind: 'head'; readonly schema: number; readonly at: string }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** A row of the table that was named last. */
  | { readonly kind: 'row'; readonly row: CopiedRow }
  | SumRecord
  | { readonly kind: 'file'; readonly file: KeptFile }
  /** A backup without this record is incomplete. */
  | { readonly kind: 'end'; readonly rows: number };

/** The rows before it, of the same table: all of them, or of `events` those of one thread, which is its ledger. */
export interface SumRecord {
  readonly kind: 'sum';
  readonly thread?: string;
  readonly rows: number;
  readonly sha256: string;
}

/** Whose rows are summed up thread by thread. */
export const LEDGER_TABLE = 'events';
