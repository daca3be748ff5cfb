import { column } from '../sql/column.ts';
import type { Database, Statements } from '../sql/database.ts';
import { done, type Result } from '../result.ts';

/** Files that deleted threads have left outside of the ledger, for whoever can remove them. */
export interface LeftFiles {
  /** The threads whose files were on that node, or on none alone. */
  of(node: string): Promise<Result<readonly string[]>>;
  /** There are none any more of that thread. */
  removed(thread: string): Promise<Result<undefined>>;
}

const PREFIX = 'files of deleted thread ';

/** Within the transaction that deletes the thread. */
export async function noteLeftFiles(sql: Statements, thread: string, node: string | undefined): Promise<void> {
  await sql.run('insert into shared_files (name, words) values ($1, $2) on conflict do nothing', [
    PREFIX + thread,
    node ?? '',
  ]);
}

/** `sqlLeftFiles(database, guarded)` */
export function sqlLeftFiles(
  database: Database,
  guarded: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>,
): LeftFiles {
  return {
    of: (node) =>
      guarded(async () => {
        const rows = await database.all(
          `select name from shared_files where name like '${PREFIX}%' and words in ('', $1) order by name`,
          [node],
        );
        return done(rows.map((row) => column.text(row, 'name').slice(PREFIX.length)));
      }),
    removed: (thread) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          await sql.run('delete from shared_files where name = $1', [PREFIX + thread]);
          return done(undefined);
        }),
      ),
  };
}
