import { column } from '../sql/column.ts';
import type { Row, Statements } from '../sql/database.ts';
import type { RunClaim } from '../ledger.ts';
import { done, noSuchThread, type Result } from '../result.ts';
import type { Claimed, RunLimits, WantedRun } from './nodes.ts';

/** Within a transaction. `clock`: the SQL of what time it is, in milliseconds. */
export async function claimRun(
  sql: Statements,
  clock: string,
  thread: string,
  { run, node, person, files, limits }: WantedRun,
): Promise<Result<Claimed>> {
  // One claim after the other, so that two do not take the last place. First of all: no claim waits for a thread while it has the turn.
  if (limits.inAll !== undefined || limits.byPerson !== undefined) await sql.lock('select one from claim_turn');
  const [row] = await sql.lock('select id, held_by, node from threads where id = $1', [thread]);
  if (row === undefined) return noSuchThread(thread);
  const holder = textOrNull(row, 'held_by');
  const living = await sql.all(`select life from nodes where (life = $1 or life = $2) and until > ${clock}`, [
    node.life,
    holder ?? '',
  ]);
  const isAlive = (life: string): boolean => living.some((one) => one['life'] === life);
  if (!isAlive(node.life)) return done({ kind: 'expired' });
  if (holder !== null && holder !== node.life && isAlive(holder)) return done({ kind: 'held' });
  const own = textOrNull(row, 'node');
  if (own !== null && own !== node.name && files !== 'none') return done({ kind: 'files_elsewhere', node: own });
  const full = await fullLimit(sql, clock, limits, { thread, person });
  if (full !== undefined) return done({ kind: 'no_room', limit: full });
  // A node whose files all others have gives up what it had for itself before.
  const place = files === 'none' ? own : files === 'shared' ? null : node.name;
  const [claimed] = await sql.all(
    `update threads set epoch = epoch + 1, run = $2, held_by = $3, held_for = $4, node = $5 where id = $1 returning epoch`,
    [thread, run, node.life, person, place],
  );
  if (claimed === undefined) return noSuchThread(thread);
  const claim = { id: run, epoch: column.number(claimed, 'epoch') };
  proveClaim(sql, thread, claim);
  return done({ kind: 'claimed', claim, cutOff: holder !== null });
}

/** Nobody else claims with the same run and epoch. */
export function proveClaim(sql: Statements, thread: string, { id, epoch }: RunClaim): void {
  sql.proof('select id from threads where id = $1 and run = $2 and epoch = $3', [thread, id, epoch]);
}

async function fullLimit(
  sql: Statements,
  clock: string,
  { inAll, byPerson }: RunLimits,
  { thread, person }: { readonly thread: string; readonly person: string },
): Promise<keyof RunLimits | undefined> {
  if (inAll === undefined && byPerson === undefined) return undefined;
  const [row] = await sql.all(
    `select count(*) as runs, count(case when held_for = $2 then 1 end) as own
     from threads join nodes on nodes.life = threads.held_by and nodes.until > ${clock} where threads.id <> $1`,
    [thread, person],
  );
  if (row === undefined) return undefined;
  if (column.number(row, 'runs') >= (inAll ?? Infinity)) return 'inAll';
  return column.number(row, 'own') >= (byPerson ?? Infinity) ? 'byPerson' : undefined;
}

function textOrNull(row: Row, name: string): string | null {
  return row[name] === null ? null : column.text(row, name);
}
