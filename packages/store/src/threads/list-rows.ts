import type { ListPlace } from '@toolthread/core/events';
import type { ListPage } from '../ledger.ts';
import { DatabaseDamaged, type Row, type Queryable } from '../sql/database.ts';

export const COLUMNS = 'id, seq, created_at, updated_at, unfinished, summary, sum, pinned';

/** By the index `threads_listed`: it costs what it gives, however many threads there are. */
export const LIST: string = list(COLUMNS);
/** And what the person is in each of them. */
const ROLE = '(select role from thread_people where thread = threads.id and person = $6) as role';

const PLACES: { readonly [place in ListPlace]: number } = { list: 0, archive: 1, bin: 2 };

/** `placeNumber('bin') === 2` */
export function placeNumber(place: ListPlace): number {
  return PLACES[place];
}

/** Later than anything. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** `listRows(database, { limit: 100 })`. A row that cannot be read at all is given by its id alone, and hides no other. */
export async function listRows(
  database: Queryable,
  { limit, place = 'list', before, person }: ListPage,
): Promise<readonly Row[]> {
  const pinned = before === undefined || before.pinned === true ? 1 : 0;
  const range = [placeNumber(place), pinned, before?.updatedAt ?? NEVER, before?.id ?? '', limit];
  const values = person === undefined ? range : [...range, person];
  const whose = person === undefined ? '' : OF_PERSON;
  try {
    return await database.all(person === undefined ? LIST : list(`${COLUMNS}, ${ROLE}`, whose), values);
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
  }
  const rows: Row[] = [];
  const ids = person === undefined ? ID : `${ID}, ${ROLE}`;
  for (const { id, role } of await database.all(list(ids, whose), values)) {
    const one = database.all(`select ${COLUMNS} from threads where id = $1`, [String(id)]);
    const [row] = await one.catch((error: unknown) => {
      if (error instanceof DatabaseDamaged) return [];
      throw error;
    });
    rows.push({ ...(row ?? { id }), ...(role === undefined ? {} : { role }) });
  }
  return rows;
}

const ID = 'cast(id as text) as id';
const OF_PERSON = 'and exists (select 1 from thread_people where thread = threads.id and person = $6)';

function list(columns: string, whose = ''): string {
  return `select ${columns} from threads where place = $1 and (pinned, updated_at, id) < ($2, $3, $4) ${whose}
    order by pinned desc, updated_at desc, id desc limit $5`;
}
