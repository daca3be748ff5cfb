import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseUnavailable } from './sql/database.ts';
import { emptiedWords } from './damage/emptied-words.ts';
import { fileDamage } from './damage/file-damage.ts';
import { LAST, openLastAcknowledged } from './damage/last-acknowledged.ts';
import { heldWords, holdFile, lockFile } from './file/hold-file.ts';
import type { Ledger } from './ledger.ts';
import { makeFolder } from './file/make-folder.ts';
import { makeOwn } from './file/make-own.ts';
import { done, refuse, type Result } from './result.ts';
import { migrate } from './sql/migrate.ts';
import { finishSetAside, setAside } from './damage/set-aside.ts';
import { sqlLedger } from './sql-ledger.ts';
import { isPostgresUrl } from './sql/address/is-postgres-url.ts';
import { openSqlite } from './sql/open-sqlite.ts';

/** Which file, and what to call if it is broken. */
export interface OpenLedgerOptions {
  readonly file: string;
  readonly now?: () => number;
  /** Called with what was done about a broken file. */
  readonly onDamage?: (words: string) => void;
}

/**
 * Opens the ledger in a file, or begins one. The folder is made, for its owner only. One process at a time has it open; the error of a
 * second one says who.
 *
 * @example
 * const opened = await openLedger({ file: `${exampleFolder()}/ledger.db` });
 * if (!opened.ok) throw new Error(opened.error.message);
 * const ledger = opened.value;
 * await ledger.createThread({ title: 'Parser' });
 * const listed = await ledger.listThreads({ limit: 10 });
 * listed.ok && listed.value.map(({ title }) => title); //=> ['Parser']
 * await ledger.close();
 */
export async function openLedger({ file, ...options }: OpenLedgerOptions): Promise<Result<Ledger>> {
  if (!file) return refuse('unavailable', '`file` must be the path of the ledger.');
  // As the name of a file it would be a ledger of its own, with the password in its path.
  if (isPostgresUrl(file))
    return refuse(
      'unavailable',
      'This is the address of a database, not a file: openPostgresLedger({ url }) opens it.',
    );
  let release = (): void => undefined;
  try {
    makeFolder(dirname(file));
    const emptied = emptiedWords(file);
    // Made by us, it is its owner's only, whatever the folder allows; SQLite gives the files beside it the same mode.
    for (const name of emptied === undefined ? [file, lockFile(file)] : [lockFile(file)]) await makeOwn(name);
    const held = holdFile(file);
    if (!held.ok) return refuse('unavailable', heldWords(file, held.holder));
    release = held.release;
    const ledger = await openHeld(file, { ...options, emptied });
    if (!ledger.ok) {
      release();
      return ledger;
    }
    const close = (): Promise<void> => ledger.value.close().finally(release);
    return done({ ...ledger.value, close });
  } catch (error) {
    release();
    // `syscall` marks what the system refused: a folder that cannot be made, a disk that is not there.
    const refused = error instanceof DatabaseUnavailable || (error instanceof Error && 'syscall' in error);
    if (refused) return refuse('unavailable', `${file} cannot be opened: ${error.message}`);
    throw error;
  }
}

async function openHeld(
  file: string,
  { onDamage, emptied, ...options }: Omit<OpenLedgerOptions, 'file'> & { readonly emptied: string | undefined },
): Promise<Result<Ledger>> {
  const unfinished = finishSetAside(file);
  if (unfinished !== undefined) onDamage?.(`${file} was damaged. It is set aside as ${unfinished}.`);
  if (unfinished === undefined && emptied !== undefined) return refuse('unavailable', emptied);
  // A new one is begun: what was recorded of another that had its name says nothing of it.
  if (statSync(file).size === 0) rmSync(file + LAST, { force: true });
  const damage = fileDamage(file, 'quick');
  if (damage !== undefined) {
    const aside = await setAside(file, {
      why: 'It is damaged: cut off, overwritten in places, or put back as it was before.',
      missing: 'told',
    });
    if (!aside.ok) return refuse('unavailable', aside.words);
    onDamage?.(aside.words);
  }
  const database = openSqlite({ file });
  const migrated = await migrate(database);
  if (!migrated.ok) {
    await database.close();
    return refuse('unavailable', migrated.message);
  }
  // Events that are only in the log would be lost with it, so they are moved into the file now.
  await database.checkpoint();
  return done(sqlLedger({ database, acknowledged: openLastAcknowledged(file), ...options }));
}
