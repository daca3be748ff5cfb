import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { foldListed, newListedThread, summaryOf } from '@toolthread/core/summary';
import { readBlob } from '../events/read-blob.ts';
import { blobHash } from '../events/blobs-of.ts';
import { DatabaseDamaged, DatabaseUnavailable, type Reader } from '../sql/database.ts';
import { emptiedWords } from './emptied-words.ts';
import { fileDamage } from './file-damage.ts';
import { readEvents } from '../events/read-events.ts';
import { done, refuse, type Result } from '../result.ts';
import { NEWEST_SCHEMA, schemaOf } from '../sql/migrate.ts';
import { soundThread } from './sound-thread.ts';
import { openReader } from '../sql/open-sqlite.ts';

/** What is in a ledger's file, and what is wrong with it. */
export interface Examination {
  /** How much is in it; undefined if this could not be counted. */
  readonly counts: Counts | undefined;
  /** What is wrong, as a message; none if nothing is. */
  readonly problems: readonly string[];
  /** Its schema, if an earlier version wrote it: then only the file was examined, and nothing that is in it. */
  readonly older?: number;
}

interface Counts {
  readonly threads: number;
  readonly events: number;
  readonly blobs: number;
}

/**
 * Reads all of a ledger's file, as it is at this moment, and writes nothing. A server may be at work in it.
 *
 * @example
 * const examined = await examineLedger(await exampleLedger());
 * examined.ok && examined.value.problems; //=> []
 */
export async function examineLedger(file: string): Promise<Result<Examination>> {
  const emptied = emptiedWords(file);
  if (emptied !== undefined) return done({ counts: undefined, problems: [emptied] });
  if (!existsSync(file)) return refuse('unavailable', `There is no ledger at ${file}.`);
  const problems: string[] = [];
  const damage = fileDamage(file, 'whole');
  if (damage !== undefined) problems.push(`The file is damaged: ${damage}`);
  try {
    const reader = openReader(file);
    try {
      const schema = await schemaOf(reader);
      if (schema !== undefined && schema < NEWEST_SCHEMA) return done({ counts: undefined, problems, older: schema });
      const counts = await examine(reader, schema, problems);
      return done({ counts, problems });
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return done({ counts: undefined, problems: [...problems, `It cannot be read: ${error.message}`] });
  }
}

async function examine(reader: Reader, schema: number | undefined, problems: string[]): Promise<Counts | undefined> {
  if (schema !== NEWEST_SCHEMA) {
    problems.push(
      schema === undefined
        ? 'There is no ledger in it: it is empty, or the file of another program.'
        : `It was written by a newer Toolthread (schema ${schema}, this one knows ${NEWEST_SCHEMA}).`,
    );
    return undefined;
  }
  let events = 0;
  const threads = (await reader.all('select cast(id as text) as id from threads order by id')).map(({ id }) =>
    String(id),
  );
  for (const thread of threads) events += await examineThread(reader, thread, problems);
  await findStrays(reader, new Set(threads), problems);
  return { threads: threads.length, events, blobs: await examineBlobs(reader, problems) };
}

/** Returns the number of its events. */
async function examineThread(reader: Reader, thread: string, problems: string[]): Promise<number> {
  const row = await rowOf(reader, thread);
  const sound = row === undefined ? undefined : soundThread(row);
  if (sound === undefined) problems.push(`Thread ${thread}: its entry in the list is not what was written.`);
  let listed = newListedThread(thread);
  let seq = 0;
  for (;;) {
    const page = await readEvents(reader, thread, { after: seq, limit: 1000 });
    if (!page.ok) {
      problems.push(
        `Thread ${thread}: event ${seq + 1} of ${sound?.seq ?? 'an unknown number'} is not what was written.`,
      );
      return seq;
    }
    if (page.value.length === 0) break;
    listed = page.value.reduce(foldListed, listed);
    seq += page.value.length;
  }
  if (sound === undefined) return seq;
  if (seq > sound.seq) problems.push(`Thread ${thread}: it has ${seq} events, its entry counts ${sound.seq}.`);
  if (sound.by === 'this version' && !isDeepStrictEqual(summaryOf(listed), sound.summary)) {
    problems.push(`Thread ${thread}: its entry in the list does not say what its events say.`);
  }
  return seq;
}

async function rowOf(reader: Reader, thread: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return (await reader.all('select id, seq, summary, sum from threads where id = $1', [thread]))[0];
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined;
    throw error;
  }
}

/** Rows that are being removed belong to no thread. */
const FIRST_AFTER = `select thread from events
  where thread > $1 and thread not in (select thread from deleted_threads) order by thread limit 1`;

/** Events that belong to no thread. */
async function findStrays(reader: Reader, threads: ReadonlySet<string>, problems: string[]): Promise<void> {
  let last = '';
  for (;;) {
    const [row] = await reader.all(FIRST_AFTER, [last]);
    if (row === undefined) return;
    last = String(row['thread']);
    if (!threads.has(last)) problems.push(`There are events of a thread ${last}, which is not in the list.`);
  }
}

async function examineBlobs(reader: Reader, problems: string[]): Promise<number> {
  let count = 0;
  let last = '';
  for (;;) {
    const [row] = await reader.all('select hash from blobs where hash > $1 order by hash limit 1', [last]);
    if (row === undefined) break;
    last = String(row['hash']);
    count += 1;
    if (!(await isSoundBlob(reader, last))) problems.push(`Blob ${last}: its bytes are not what was written.`);
  }
  const missing = 'select distinct hash from blob_uses where hash not in (select hash from blobs) order by hash';
  for (const { hash } of await reader.all(missing))
    problems.push(`Blob ${String(hash)}: an event names it, and it is gone.`);
  return count;
}

async function isSoundBlob(reader: Reader, hash: string): Promise<boolean> {
  try {
    const content = await readBlob(reader, hash);
    return content !== undefined && blobHash(content) === hash;
  } catch (error) {
    if (error instanceof DatabaseDamaged) return false;
    throw error;
  }
}
