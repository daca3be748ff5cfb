import type { Dialect, Row, Value, Queryable } from './database.ts';

/** Which rows, and in what order. Names are ours, never a stranger's. */
export interface RowsAsked {
  readonly table: string;
  readonly columns: readonly string[];
  /** Columns of which no two rows have the same, by which the rows are ordered. */
  readonly key: readonly string[];
  /** Only rows that have this value in the first column of the key. */
  readonly first?: string;
}

/** What rows are read with: a database, or a transaction of it. */
export interface RowReader extends Queryable {
  readonly dialect: Pick<Dialect, 'given'>;
}

/** What a page should hold: it is read at once. */
const PAGE_BYTES = 512 * 1024;
const MOST_ROWS = 256;
const FIRST_ROWS = 16;

/**
 * All rows of a table in the order of its key, a page at a time: whatever their number, little of them is in memory. A page has as many rows as those
 * before it let expect to be small enough.
 */
export async function* allRows(
  reader: RowReader,
  { table, columns, key, first }: RowsAsked,
): AsyncGenerator<readonly Row[], void, void> {
  const names = columns.map(quoted).join(', ');
  const order = key.map(quoted).join(', ');
  const only = first === undefined ? [] : [`${quoted(key[0] ?? '')} = $1`];
  let last: readonly Value[] | undefined;
  for (let limit = FIRST_ROWS; ;) {
    const fixed: readonly Value[] = first === undefined ? [] : [first];
    const places = key.map((_, index) => `$${index + 1 + fixed.length}`).join(', ');
    const after = last === undefined ? [] : [`(${order}) > (${places})`];
    const where = [...only, ...after].join(' and ');
    const values: readonly Value[] = [...fixed, ...(last ?? [])];
    const rows = await reader.all(
      `select ${names} from ${quoted(table)} ${where === '' ? '' : `where ${where}`} order by ${order} limit ${limit}`,
      values,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    last = key.map((name) => keyValue(end[name], reader.dialect));
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 1);
    limit = Math.min(MOST_ROWS, Math.max(1, Math.floor((rows.length * PAGE_BYTES) / bytes)));
  }
}

/** `at` and the like are words of SQL in some places. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** As it was given: it is written again when it is asked for. */
function keyValue(value: unknown, { given }: Pick<Dialect, 'given'>): Value {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return given(value);
  throw new TypeError('a key is a text or a number');
}

function bytesOf(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => {
    const more = typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
    return sum + more;
  }, 0);
}
