import { copyId } from '../shared/copy-id.ts';
import { column } from '../sql/column.ts';
import type { Database, Row, Statements, Queryable } from '../sql/database.ts';
import { done, type Result } from '../result.ts';
import type { LeftWorkspace, WorkspaceRoot, Workspaces } from './workspaces.ts';

/** In the place of a root's id, before the name of a node: ids have no spaces. */
const UNKNOWN = 'on ';

/** In a statement. */
const MOST_NAMES = 500;

type Guarded = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** `sqlWorkspaces(database, guarded)` */
export function sqlWorkspaces(database: Database, guarded: Guarded): Workspaces {
  return {
    roots: () => guarded(async () => done(await readRoots(database))),

    use: (node, roots) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          await sql.run('update workspace_roots set used = 0 where node = $1', [node]);
          for (const { id, path, isShared, holds } of roots) {
            await sql.run(
              `insert into workspace_roots (id, node, path, shared, used) values ($1, $2, $3, $4, 1)
               on conflict (id, node, path) do update set shared = excluded.shared, used = 1`,
              [id, node, path, isShared ? 1 : 0],
            );
            for (let at = 0; at < holds.length; at += MOST_NAMES)
              await noteMade(sql, holds.slice(at, at + MOST_NAMES), id);
          }
          return done(undefined);
        }),
      ),

    made: (thread, root) =>
      guarded(async () => {
        // It is said before each run.
        const [noted] = await database.all('select gone from workspaces where thread = $1 and root = $2', [
          thread,
          root,
        ]);
        if (noted?.['gone'] !== 0) await database.tx('full', (sql) => noteMade(sql, [thread], root));
        return done(undefined);
      }),

    of: (thread) =>
      guarded(async () => {
        const rows = await database.all('select root from workspaces where thread = $1 and gone = 0 order by root', [
          thread,
        ]);
        return done(rows.map((row) => column.text(row, 'root')));
      }),

    left: () => guarded(async () => done(await readLeft(database))),

    removed: ({ thread, root, node }) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          await sql.run('delete from workspaces where thread = $1 and root = $2 and gone = 1', [
            thread,
            leftRoot({ root, node }),
          ]);
          return done(undefined);
        }),
      ),

    forget: (root) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const had = await sql.all('delete from workspaces where root = $1 returning gone', [root]);
          await sql.run('delete from workspace_roots where id = $1', [root]);
          const left = had.filter(({ gone }) => gone === 1).length;
          return done({ threads: had.length - left, left });
        }),
      ),

    owner: () => guarded(async () => done(await copyId(database))),
  };
}

export async function readRoots({ all }: Queryable): Promise<readonly WorkspaceRoot[]> {
  return (await all('select * from workspace_roots order by node, path')).map(rootOf);
}

export async function readLeft({ all }: Queryable): Promise<readonly LeftWorkspace[]> {
  return (await all('select thread, root from workspaces where gone = 1 order by thread, root')).map(leftOf);
}

/** Within the transaction that deletes the thread. */
export async function leaveWorkspaces(sql: Statements, thread: string, node: string | undefined): Promise<void> {
  const left = await sql.all('update workspaces set gone = 1 where thread = $1 returning root', [thread]);
  if (left.length > 0) return;
  // Whoever has noted roots has noted what was in them: there is no folder of this thread.
  const [noted] = await sql.all(
    `select id from workspace_roots${node === undefined ? '' : ' where node = $1'} limit 1`,
    node === undefined ? [] : [node],
  );
  if (noted !== undefined) return;
  await sql.run('insert into workspaces (thread, root, gone) values ($1, $2, 1) on conflict do nothing', [
    thread,
    unknownRoot(node),
  ]);
}

async function noteMade(sql: Statements, threads: readonly string[], root: string): Promise<void> {
  // One that was deleted and made again under its id has its folder again.
  await sql.run(
    `insert into workspaces (thread, root, gone)
     select id, $1, 0 from threads where id in (${threads.map((_, n) => `$${n + 2}`).join(', ')})
     on conflict (thread, root) do update set gone = 0`,
    [root, ...threads],
  );
}

/**
 * What the root of a folder that was left is called, also if its id is not known.
 *
 * @example
 * leftRoot({ root: undefined, node: 'a' }); //=> 'on a'
 */
export function leftRoot({ root, node }: Pick<LeftWorkspace, 'root' | 'node'>): string {
  return root ?? unknownRoot(node);
}

function unknownRoot(node: string | undefined): string {
  return UNKNOWN + (node ?? '');
}

function rootOf(row: Row): WorkspaceRoot {
  return {
    id: column.text(row, 'id'),
    node: column.text(row, 'node'),
    path: column.text(row, 'path'),
    isShared: column.number(row, 'shared') === 1,
    isUsed: column.number(row, 'used') === 1,
  };
}

function leftOf(row: Row): LeftWorkspace {
  const [thread, root] = [column.text(row, 'thread'), column.text(row, 'root')];
  if (!root.startsWith(UNKNOWN)) return { thread, root, node: undefined };
  return { thread, root: undefined, node: root.slice(UNKNOWN.length) || undefined };
}
