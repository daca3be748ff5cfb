/** Columns by type. A wrong type is not what was written: our SQL gives each column its own. */
import { DatabaseDamaged, type Row } from './database.ts';

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw strange(column, value, 'text');
  return value;
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw strange(column, value, 'a number');
  return value;
}

export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw strange(column, value, 'bytes');
  return value;
}

function strange(column: string, value: unknown, wanted: string): DatabaseDamaged {
  return new DatabaseDamaged(`column ${column} is ${typeof value}, not ${wanted}`);
}
