/** Columns by type. A wrong type is a fault of our SQL, hence thrown. */
import type { Row } from './database.ts';

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} is ${typeof value}, not text`);
  return value;
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} is ${typeof value}, not a number`);
  return value;
}

export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} is ${typeof value}, not bytes`);
  return value;
}
