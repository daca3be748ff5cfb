import type { Ask, Row } from './open-database.ts';
import type { OpencodeSession } from './opencode-store.ts';

interface Sizes {
  rows: number;
  bytes: number;
  newest: number;
}

/**
 * By session: another text after every change of it, of its messages and parts, and of the sessions that it started. A row that is changed
 * has another size or time: no words are read. None if the rows cannot be counted, or where parents form a circle.
 */
export function sessionStamps(ask: Ask, sessions: readonly OpencodeSession[]): ReadonlyMap<string, string> {
  const sizes = sizesBySession(ask);
  if (sizes === undefined) return new Map();
  const total = new Map(sessions.map(({ id }) => [id, { ...(sizes.get(id) ?? NONE) }]));
  const children = parentsLast(sessions);
  for (const { id, parent, updated } of children) {
    const [own, of] = [total.get(id), parent === undefined ? undefined : total.get(parent)];
    if (own !== undefined) own.newest = Math.max(own.newest, updated);
    if (own !== undefined && of !== undefined) add(of, own);
  }
  return new Map(
    children.map(({ id, title, directory, updated }) => {
      const { rows, bytes, newest } = total.get(id) ?? NONE;
      return [id, JSON.stringify([title, directory, updated, rows, bytes, newest])];
    }),
  );
}

const NONE: Sizes = { rows: 0, bytes: 0, newest: 0 };

function sizesBySession(ask: Ask): ReadonlyMap<string, Sizes> | undefined {
  const sizes = new Map<string, Sizes>();
  try {
    for (const table of ['message', 'part'] as const) {
      const hasTime = ask(`select 1 from pragma_table_info('${table}') where name = 'time_updated'`).length > 0;
      const newest = hasTime ? 'max(time_updated)' : '0';
      const counted = `select session_id, count(*) as n, sum(octet_length(data)) as bytes, ${newest} as newest from ${table} group by session_id`;
      for (const row of ask(counted)) {
        const id = String(row['session_id']);
        const own = sizes.get(id) ?? { ...NONE };
        sizes.set(id, own);
        add(own, { rows: number(row, 'n'), bytes: number(row, 'bytes'), newest: number(row, 'newest') });
      }
    }
    return sizes;
  } catch {
    // A page is damaged: who reads the session is told.
    return undefined;
  }
}

function add(to: Sizes, { rows, bytes, newest }: Sizes): void {
  to.rows += rows;
  to.bytes += bytes;
  to.newest = Math.max(to.newest, newest);
}

function number(row: Row, column: string): number {
  return Number(row[column] ?? 0);
}

/** Each session after those that it started. Without those of a circle. */
function parentsLast(sessions: readonly OpencodeSession[]): readonly OpencodeSession[] {
  const ids = new Set(sessions.map(({ id }) => id));
  const byParent = new Map<string, OpencodeSession[]>();
  const ordered: OpencodeSession[] = [];
  for (const session of sessions) {
    const { parent } = session;
    const siblings = parent !== undefined && ids.has(parent) ? (byParent.get(parent) ?? []) : ordered;
    siblings.push(session);
    if (parent !== undefined && siblings !== ordered) byParent.set(parent, siblings);
  }
  for (const { id } of ordered) for (const child of byParent.get(id) ?? []) ordered.push(child);
  return ordered.reverse();
}
