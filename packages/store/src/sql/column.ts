import { DatabaseDamaged, type Row } from './database.ts';

/** `column.text(row, 'body')`. A value of another type is not what was written: our SQL gives each column one type. */
export const column = {
  text(row: Row, name: string): string {
    const value = row[name];
    return typeof value === 'string' ? value : wrongType(name, value, 'text');
  },
  number(row: Row, name: string): number {
    const value = row[name];
    return typeof value === 'number' ? value : wrongType(name, value, 'a number');
  },
  bytes(row: Row, name: string): Uint8Array {
    const value = row[name];
    return value instanceof Uint8Array ? value : wrongType(name, value, 'bytes');
  },
};

function wrongType(name: string, value: unknown, wanted: string): never {
  throw new DatabaseDamaged(`column ${name} is ${typeof value}, not ${wanted}`);
}
