import { existsSync } from 'node:fs';
import { heldWords, holdFile } from '../file/hold-file.ts';
import { done, refuse, type Result } from '../result.ts';
import { column } from '../sql/column.ts';
import { postgresName } from '../sql/address/postgres-name.ts';
import { isPostgresUrl } from '../sql/address/is-postgres-url.ts';
import { openSnapshot, type Snapshot } from '../sql/open-snapshot.ts';
import { copying } from './copying.ts';
import type { Copied } from './fill-ledger.ts';
import { fillPlace } from './fill-place.ts';
import { markMoved, tryMark } from './reopen-ledger.ts';
import { movedWords } from '../sql/moved-words.ts';
import { schemaOf } from '../sql/migrate.ts';
import { ledgerRecords } from './ledger-records.ts';

/** From where, and to which empty place: files, or addresses of databases. */
export interface MoveOptions {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies a ledger to an empty place, of its own kind or the other. No process may be using the old one. It stays as it is and gets a mark, so that it is not
 * opened any more, until `reopenLedger`.
 *
 * @example
 * import { threadsIn } from '@toolthread/store';
 * const to = `${exampleFolder()}/ledger.db`;
 * await moveLedger({ from: await exampleLedger(), to });
 * const threads = await threadsIn(to);
 * threads.ok && threads.value?.length; //=> 1
 */
export function moveLedger({ from, to }: MoveOptions): Promise<Result<Copied>> {
  return copying('Nothing was moved', async () => {
    const held = holding(from);
    if ('words' in held) return refuse('unavailable', `${held.words} Stop it first. Nothing was moved.`);
    try {
      const snapshot = await openSnapshot(from);
      try {
        const node = await livingNode(snapshot);
        if (node !== undefined)
          return refuse('unavailable', `Node ${node} works on it. Stop it first. Nothing was moved.`);
        const moved = await movedWords(snapshot, (await schemaOf(snapshot)) ?? 0);
        if (moved !== undefined) return refuse('unavailable', `${moved} Nothing was moved.`);
        await tryMark(from);
        const copied = await fillPlace(to, { records: () => ledgerRecords(snapshot), isMove: true });
        const unmarked = await copying('the old place could not be marked', async () =>
          done(await markMoved(from, to)),
        );
        return unmarked.ok ? done(copied) : refuse('unavailable', bothWords(to, unmarked.error.message));
      } finally {
        await snapshot.close();
      }
    } finally {
      held.release();
    }
  });
}

/** If both could be opened, each would get events that the other does not have. */
function bothWords(to: string, why: string): string {
  const how = isPostgresUrl(to)
    ? `drop its schema in ${postgresName(to)} and make it again (drop schema NAME cascade; create schema NAME)`
    : `remove ${to}`;
  return `All was copied, but ${why}. The old place is as it was, and is the one that counts. Before you move it again, ${how}: the copy is in the way.`;
}

/** One of several that may work on a database at once. */
async function livingNode({ all, dialect }: Snapshot): Promise<string | undefined> {
  const [nodes] = await all(`select name from (${dialect.tables}) as known where name = 'nodes'`);
  if (nodes === undefined) return undefined;
  const [living] = await all(`select name from nodes where until > ${dialect.clock} order by name limit 1`);
  return living === undefined ? undefined : column.text(living, 'name');
}

type Holding = { readonly words: string } | { readonly release: () => void };

/** What is said after the copy was begun would be lost. On a database nodes say themselves that they live. */
function holding(place: string): Holding {
  if (isPostgresUrl(place) || !existsSync(place)) return { release: () => undefined };
  const held = holdFile(place);
  return held.ok ? { release: held.release } : { words: heldWords(place, held.holder) };
}
