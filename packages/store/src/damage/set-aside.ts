/** A broken file is set aside, under a name with its date, and what is sound in it goes on in a new one. */
import {
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  closeSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { countOf } from '@toolthread/core/text';
import { migrate } from '../sql/migrate.ts';
import { LAST } from './last-acknowledged.ts';
import { lostEvents } from './lost-events.ts';
import { type CutThread, type Missing, type Salvage, salvage } from './salvage.ts';
import { openTolerant, restoreSchema } from './restore-schema.ts';
import { schemaDamage } from './schema-damage.ts';
import { openSqlite } from '../sql/open-sqlite.ts';
import { threadsNamed } from './threads-named.ts';

export type SetAside =
  | { readonly ok: true; readonly words: string }
  /** Nothing in it can be read: it stays where it is. */
  | { readonly ok: false; readonly words: string };

export interface SetAsideOptions {
  /** Why, in a sentence for people. */
  readonly why: string;
  readonly missing: Missing;
}

/**
 * `await setAside('data/ledger.db', { why: 'It is damaged.', missing: 'told' })`. The new file is whole before the old one is moved, so that a
 * death in between loses nothing: `finishSetAside` goes on from there.
 */
export async function setAside(file: string, { why, missing }: SetAsideOptions): Promise<SetAside> {
  const building = `${file}.building`;
  for (const name of [building, `${building}-wal`, `${building}-shm`]) rmSync(name, { force: true });
  // Made by us, hence its owner's only.
  closeSync(openSync(building, 'w', 0o600));
  const to = openSqlite({ file: building });
  const salvaged = await salvageInto(file, missing, to);
  await to.close();
  if (salvaged.whole + salvaged.cut.length === 0) {
    rmSync(building, { force: true });
    return {
      ok: false,
      words: `${file}: no thread in it can be read. Nothing was changed. Put a backup in its place, or move it away to begin with an empty one.`,
    };
  }
  renameSync(building, salvagedFile(file));
  const aside = finishSetAside(file) ?? file;
  const words = accountOf(file, why, aside, salvaged);
  writeFileSync(`${aside}.txt`, `${words}\n`, { mode: 0o600 });
  return { ok: true, words };
}

/** Returns the name under which the broken file is; undefined if there is nothing to finish. */
export function finishSetAside(file: string): string | undefined {
  const salvaged = salvagedFile(file);
  if (!existsSync(salvaged)) return undefined;
  const date = statSync(salvaged).mtime.toISOString().replaceAll(/[:.]/g, '-');
  const aside = file.replace(/(\.db)?$/, `-damaged-${date}.db`);
  // What belongs to the old file must be gone before the new one has its name: it would be taken for the new one's.
  for (const end of ['-wal', LAST, '']) if (existsSync(file + end)) renameSync(file + end, aside + end);
  rmSync(`${file}-shm`, { force: true });
  renameSync(salvaged, file);
  return aside;
}

function salvagedFile(file: string): string {
  return `${file}.salvaged`;
}

async function salvageInto(file: string, missing: Missing, to: ReturnType<typeof openSqlite>): Promise<Salvage> {
  await migrate(to);
  const sound = new DatabaseSync(file, { readOnly: true });
  const tried = await readFrom(sound, 'as described', { file, missing, to });
  if (tried !== undefined) return tried;
  // The header or the description of the tables is broken, or a table began in what was cut off. Both are the same in every ledger, so they can be written again in a copy.
  const mended = `${file}.mended`;
  try {
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, mended + end);
    mendHead(mended);
    restoreSchema(mended);
    return (await readFrom(openTolerant(mended, 'read'), 'as far as it goes', { file, missing, to })) ?? NOTHING;
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(mended + end, { force: true });
  }
}

const NOTHING: Salvage = { whole: 0, cut: [], lost: [], blobs: 0 };

interface Reading {
  /** The broken file itself, whatever copy of it is read. */
  readonly file: string;
  readonly missing: Missing;
  readonly to: ReturnType<typeof openSqlite>;
}

/** Undefined, before anything is kept, if it cannot be read so. */
async function readFrom(
  from: DatabaseSync,
  how: 'as described' | 'as far as it goes',
  { file, missing, to }: Reading,
): Promise<Salvage | undefined> {
  try {
    from.prepare('select count(*) from sqlite_schema').get();
    if (how === 'as described' && schemaDamage(from) !== undefined) return undefined;
    return await salvage(from, { named: threadsNamed(file), had: lostEvents(file, from), missing }, to);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return undefined;
    throw error;
  } finally {
    from.close();
  }
}

const PAGE_BYTES = 4096;
/** Times what is left. */
const MOST_CUT_OFF = 8;

/** The first bytes of a file of ours: what it is, 4096 bytes a page, with a write-ahead log. */
function mendHead(file: string): void {
  const head = Buffer.from('SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20', 'latin1');
  const handle = openSync(file, 'r+');
  const pages = Buffer.alloc(4);
  readSync(handle, pages, 0, 4, 28);
  const { size } = fstatSync(handle);
  // What was cut off is empty pages: a table that began there hides no other. The count may be broken, too.
  const before = Math.min(pages.readUInt32BE() * PAGE_BYTES, MOST_CUT_OFF * size);
  if (before > size) ftruncateSync(handle, before);
  writeSync(handle, head, 0, head.length, 0);
  // No count of pages: the file's own length counts, whatever was cut off.
  writeSync(handle, Buffer.from([0, 0, 0, 0]), 0, 4, 28);
  writeSync(handle, Buffer.from([0, 0, 0, 4]), 0, 4, 44);
  writeSync(handle, Buffer.from([0, 0, 0, 1]), 0, 4, 56);
  closeSync(handle);
}

function accountOf(file: string, why: string, aside: string, { whole, cut, lost }: Salvage): string {
  return [
    `${file}: ${why} It is set aside as ${aside}, and what could be read goes on in a new file.`,
    `Threads that are whole: ${whole}.`,
    ...cut.map((thread) => `Thread ${thread.thread}${titleOf(thread)}: ${cutWords(thread)}`),
    ...lost.map((thread) => `Thread ${thread}: nothing could be read.`),
  ].join('\n');
}

function titleOf({ title }: CutThread): string {
  return title === undefined ? '' : ` (${title})`;
}

function cutWords({ events, of }: CutThread): string {
  return of === undefined
    ? `${countOf(events, 'event')} could be read. Whether there were more is not known.`
    : `the first ${events} of its ${countOf(of, 'event')} could be read.`;
}
