import { type Database, DatabaseDamaged, type Row, type Value } from '../sql/database.ts';

export const COLUMNS = 'id, seq, created_at, updated_at, unfinished, summary, sum';

/** By the index `threads_recent`: it costs what it gives, however many threads there are. */
export const LIST: string = list(COLUMNS);

/** `listRows(database, [before, id, limit])`. A row that cannot be read at all is given by its id alone, and hides no other. */
export async function listRows(database: Pick<Database, 'all'>, values: readonly Value[]): Promise<readonly Row[]> {
  try {
    return await database.all(LIST, values);
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
  }
  const rows: Row[] = [];
  for (const { id } of await database.all(list('cast(id as text) as id'), values)) {
    const one = database.all(`select ${COLUMNS} from threads where id = $1`, [String(id)]);
    const [row] = await one.catch((error: unknown) => {
      if (error instanceof DatabaseDamaged) return [];
      throw error;
    });
    rows.push(row ?? { id });
  }
  return rows;
}

function list(columns: string): string {
  return `select ${columns} from threads where (updated_at, id) < ($1, $2) order by updated_at desc, id desc limit $3`;
}
