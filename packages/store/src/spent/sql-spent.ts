import type { UsageRow } from '@toolthread/core/summary';
import { isRemoved } from '../people/is-removed.ts';
import { done, guarded } from '../result.ts';
import { column } from '../sql/column.ts';
import type { Database, Row, Statements } from '../sql/database.ts';
import { dayOf, type Spent } from './spent.ts';

/** The columns that count, and what they count. */
export const SPENT_COUNTS: readonly Extract<keyof UsageRow, `${string}_tokens`>[] = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
];

/** Money is kept in millionths: every engine has whole numbers. */
const MILLIONTHS = 1_000_000;

/** `sqlSpent(database)`: the database is at the newest schema. */
export function sqlSpent(database: Database): Spent {
  return {
    of: (person, day) =>
      guarded(async () => {
        const rows = await database.all(
          `select day, model, ${SPENT_COUNTS.join(', ')} from spent where person = $1 and day = $2 order by model`,
          [person, day],
        );
        return done(rows.map((row) => rowOf(row, database.dialect.given)));
      }),
    limits: (person) =>
      guarded(async () => {
        const rows = await database.all('select kind, most from spending_limits where person = $1', [person]);
        const kinds = new Map(rows.map((row) => [column.text(row, 'kind'), column.number(row, 'most')]));
        const [tokens, cost] = [kinds.get('tokens'), kinds.get('cost')];
        return done({
          ...(tokens === undefined ? {} : { tokens }),
          ...(cost === undefined ? {} : { cost: cost / MILLIONTHS }),
        });
      }),
    limited: () =>
      guarded(async () => {
        const rows = await database.all('select distinct person from spending_limits order by person');
        return done(rows.map((row) => column.text(row, 'person')));
      }),
    limit: (person, { tokens, cost }) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          await sql.run('delete from spending_limits where person = $1', [person]);
          const set = 'insert into spending_limits (person, kind, most) values ($1, $2, $3)';
          if (tokens !== undefined) await sql.run(set, [person, 'tokens', tokens]);
          if (cost !== undefined) await sql.run(set, [person, 'cost', Math.round(cost * MILLIONTHS)]);
          return done(undefined);
        }),
      ),
  };
}

/** Within the transaction that writes the events of which these are. */
export async function noteSpent(sql: Statements, person: string, rows: readonly UsageRow[]): Promise<void> {
  // A run that they asked for may end after them.
  if (await isRemoved(sql, person)) return;
  const places = SPENT_COUNTS.map((_, n) => `$${n + 4}`).join(', ');
  const sums = SPENT_COUNTS.map((name) => `${name} = spent.${name} + excluded.${name}`).join(', ');
  for (const row of rows)
    await sql.run(
      `insert into spent (person, day, model, ${SPENT_COUNTS.join(', ')}) values ($1, $2, $3, ${places})
       on conflict (person, day, model) do update set ${sums}`,
      [person, dayOf(row.at), row.model ?? '', ...SPENT_COUNTS.map((name) => Math.min(row[name] ?? 0, MOST))],
    );
}

/** No response uses more tokens. A provider that reports more must not prevent the thread from being written. */
const MOST = 1_000_000_000_000;

/** Within the transaction that removes the person. */
export async function forgetSpent(sql: Statements, person: string): Promise<void> {
  await sql.run('delete from spent where person = $1', [person]);
  await sql.run('delete from spending_limits where person = $1', [person]);
}

function rowOf(row: Row, given: (stored: string) => string): UsageRow {
  const model = given(column.text(row, 'model'));
  const counts = SPENT_COUNTS.flatMap((name) => {
    const count = column.number(row, name);
    return count === 0 ? [] : [[name, count] as const];
  });
  const at = column.number(row, 'day') * 86_400_000;
  return { at, ...(model === '' ? {} : { model }), ...Object.fromEntries(counts) };
}
