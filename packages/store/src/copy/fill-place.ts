import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { emptiedWords } from '../damage/emptied-words.ts';
import { LAST } from '../damage/last-acknowledged.ts';
import { flushFolder } from '../file/flush-folder.ts';
import { heldWords, holdFile, lockFile } from '../file/hold-file.ts';
import { makeFolder } from '../file/make-folder.ts';
import { makeOwn } from '../file/make-own.ts';
import { dropCopyId, keepCopyId } from '../shared/copy-id.ts';
import type { Database } from '../sql/database.ts';
import { isPostgresUrl } from '../sql/address/is-postgres-url.ts';
import { migrate } from '../sql/migrate.ts';
import { openPostgres } from '../sql/postgres/open-postgres.ts';
import { openSqlite } from '../sql/open-sqlite.ts';
import { type Copied, type Filling, fillLedger, NotFilled } from './fill-ledger.ts';

/** A whole ledger at an empty place, brought up to this version. `place` is a file or the address of a database. */
export function fillPlace(place: string, filling: Filling): Promise<Copied> {
  return isPostgresUrl(place) ? fillDatabase(place, filling) : fillFile(place, filling);
}

/** A transaction: other connections see nothing, or everything. */
async function fillDatabase(url: string, filling: Filling): Promise<Copied> {
  return filledIn(await openPostgres({ url, connections: 2, awayMs: 5000 }), filling);
}

async function filledIn(to: Database, filling: Filling): Promise<Copied> {
  try {
    const copied = await fillLedger(to, filling);
    await migrate(to);
    await (filling.isMove === true ? keepCopyId(to) : to.tx('full', dropCopyId));
    return copied;
  } finally {
    await to.close();
  }
}

/** It has another name until it is complete. */
async function fillFile(file: string, filling: Filling): Promise<Copied> {
  makeFolder(dirname(file));
  const emptied = emptiedWords(file);
  if (emptied !== undefined) throw new NotFilled(emptied);
  if (existsSync(file))
    throw new NotFilled(`${file} is there already. Nothing was changed. Give a folder without one.`);
  const isFirst = !existsSync(lockFile(file));
  await makeOwn(lockFile(file));
  const held = holdFile(file);
  if (!held.ok) throw new NotFilled(heldWords(file, held.holder));
  const building = `${file}.filling`;
  const remove = (): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(building + end, { force: true });
  };
  try {
    remove();
    await makeOwn(building);
    const to = openSqlite({ file: building });
    const filled = await filledIn(to, filling);
    // Left by another file that had this name.
    rmSync(file + LAST, { force: true });
    renameSync(building, file);
    await flushFolder(dirname(file));
    return filled;
  } finally {
    remove();
    // After a failure nothing is left behind. Nobody else has the lock yet.
    if (isFirst && !existsSync(file)) rmSync(lockFile(file), { force: true });
    held.release();
  }
}
