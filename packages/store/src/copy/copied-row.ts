/** A row on its way from one ledger to another: the same whichever engine has it. */
import { isFields } from '@toolthread/core/json';
import { DatabaseDamaged, type Dialect, type Row, type Value } from '../sql/database.ts';

/** In the order of the table's columns. */
export type CopiedRow = readonly Value[];

/** As it was given to be written. */
export function copiedRow(row: Row, columns: readonly string[], { given }: Pick<Dialect, 'given'>): CopiedRow {
  return columns.map((name) => {
    const value = row[name];
    if (typeof value === 'string') return given(value);
    if (value === null || typeof value === 'number' || value instanceof Uint8Array) return value;
    throw new DatabaseDamaged(`column ${name} is ${typeof value}`);
  });
}

/** A line of JSON, the same for the same row. */
export function rowText(row: CopiedRow): string {
  return JSON.stringify(row.map((value) => (value instanceof Uint8Array ? { base64: base64Of(value) } : value)));
}

/** Undefined if it is no row of so many columns. */
export function parseRow(parsed: readonly unknown[], columns: number): CopiedRow | undefined {
  if (parsed.length !== columns) return undefined;
  const row: Value[] = [];
  for (const value of parsed) {
    if (value === null || typeof value === 'string' || typeof value === 'number') row.push(value);
    else if (isFields(value) && typeof value['base64'] === 'string') row.push(Buffer.from(value['base64'], 'base64'));
    else return undefined;
  }
  return row;
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
