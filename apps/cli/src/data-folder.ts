import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPostgresUrl, makeFolder, postgresName, postgresUrlProblem, readDatabaseId } from '@toolthread/store';
import { giveToOwner, giveToOwnerAtEnd } from './give-to-owner.ts';
import { ELSEWHERE, type NotedDatabase, notedDatabase, noteDatabase } from './noted-database.ts';
import { systemTrouble } from './system-trouble.ts';
import { tellWaiting } from './tell-waiting.ts';
import { userFolder } from './user-folder.ts';
import type { Trouble } from './system-trouble.ts';

interface Environment {
  readonly [name: string]: string | undefined;
}

/** `defaultData(process.env)` */
export function defaultData(env: Environment): string {
  return join(userFolder('XDG_DATA_HOME', env), 'toolthread');
}

const LEDGER = 'ledger.db';

/** Where the threads of a data folder are: in its own file, or in the database that `DATABASE_URL` names. */
export function ledgerIn(data: string, env: Environment): string {
  return env['DATABASE_URL'] || join(data, LEDGER);
}

/** `ledgerName(ledgerIn(data, env))`: what people may read, and what may be in files. */
export function ledgerName(ledger: string): string {
  return isPostgresUrl(ledger) ? postgresName(ledger) : ledger;
}

/** It may contain a password, so it is not shown. */
const NO_DATABASE: Trouble = {
  ok: false,
  what: 'DATABASE_URL names no PostgreSQL database.',
  whatToDo: 'It looks like postgres://user:password@host/database. Unset it to keep threads in the data folder.',
};

/** Threads must not seem to be gone because a variable is set or is not. */
export async function otherLedgerTrouble(data: string, ledger: string): Promise<Trouble | undefined> {
  if (!isPostgresUrl(ledger) && ledger !== join(data, LEDGER)) return NO_DATABASE;
  const problem = isPostgresUrl(ledger) ? postgresUrlProblem(ledger) : undefined;
  if (problem !== undefined) return { ok: false, what: `DATABASE_URL: ${problem}`, whatToDo: ABOUT_URL };
  const noted = notedDatabase(data);
  if (!isPostgresUrl(ledger)) {
    if (noted === undefined) return undefined;
    const what = `The threads of ${data} are in ${noted.name}.`;
    return { ok: false, what, whatToDo: 'Set DATABASE_URL to it, or give another folder with --data DIR.' };
  }
  if (noted !== undefined) return otherDatabaseTrouble(data, noted, ledger);
  if (!existsSync(join(data, LEDGER))) return undefined;
  const what = `There are threads in ${join(data, LEDGER)}, and DATABASE_URL names ${ledgerName(ledger)}.`;
  const whatToDo = 'Unset DATABASE_URL to go on with them, or give another folder with --data DIR.';
  return { ok: false, what, whatToDo };
}

/** A database is the same wherever it can be reached: by its id. What was noted before there were ids is known by its address. */
async function otherDatabaseTrouble(data: string, noted: NotedDatabase, url: string): Promise<Trouble | undefined> {
  const name = ledgerName(url);
  if (noted.id === undefined) {
    // Notes of before schemas were named have none.
    if (name === noted.name || name.startsWith(`${noted.name}, schema `)) return undefined;
    const what = `The threads of ${data} are in ${noted.name}, and DATABASE_URL names ${name}.`;
    return { ok: false, what, whatToDo: otherDatabase(data) };
  }
  const read = await readDatabaseId({ url, onReach: tellWaiting });
  if (!read.ok)
    return {
      ok: false,
      what: `The database cannot be used: ${read.error.why ?? read.error.message}`,
      whatToDo: ABOUT_URL,
    };
  if (read.value === noted.id) return undefined;
  const what = `The threads of ${data} are in ${noted.name}, and the database that DATABASE_URL names, ${name}, is another one.`;
  return { ok: false, what, whatToDo: otherDatabase(data) };
}

const ABOUT_URL = 'DATABASE_URL names the database. Without it threads are kept in the data folder.';

function otherDatabase(data: string): string {
  return `Set DATABASE_URL to the first, or give another folder with --data DIR. If this is the same database at another address, or you want this one from now on, delete ${join(data, ELSEWHERE)}.`;
}

/** Once its ledger was opened: from now on the folder belongs to it, at that address. */
export async function noteLedger(data: string, ledger: string): Promise<void> {
  if (isPostgresUrl(ledger)) {
    const read = await readDatabaseId({ url: ledger });
    noteDatabase(data, { name: ledgerName(ledger), id: read.ok ? read.value : notedDatabase(data)?.id });
  }
  giveToOwner(data);
}

/** Both places that the threads of a folder can be in. */
export function ledgersOf(
  data: string,
  env: Environment,
): { readonly file: string; readonly database: string | undefined } {
  return { file: join(data, LEDGER), database: env['DATABASE_URL'] || undefined };
}

/** Its threads are in a database now: the file is kept under another name, which is returned. */
export function leaveFile(data: string): string {
  const left = join(data, `ledger-moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
  // The log first, because SQLite would take it for the log of another file.
  for (const end of ['-wal', '']) {
    if (existsSync(join(data, LEDGER + end))) renameSync(join(data, LEDGER + end), left + end);
  }
  rmSync(join(data, `${LEDGER}-shm`), { force: true });
  return left;
}

/** The data folder of a server that has run; a folder that was mistyped is none. `dataFolder(values.data, process.env)` */
export function dataFolder(given: string | undefined, env: Environment): { ok: true; data: string } | Trouble {
  const data = resolve(given ?? defaultData(env));
  const trouble = folderTrouble(data, '--data');
  if (trouble === undefined && readdirSync(data).some((name) => name.startsWith(LEDGER) || name === ELSEWHERE)) {
    giveToOwnerAtEnd(data);
    return { ok: true, data };
  }
  const wanted = env['DATABASE_URL'] ? `${ELSEWHERE}, which a server with DATABASE_URL leaves there,` : LEDGER;
  return {
    ok: false,
    what: trouble?.what ?? `${data} is not a data folder: no ${wanted} is in it.`,
    whatToDo: 'Give the folder that the server names at its start: --data DIR. A first "toolthread serve" makes it.',
  };
}

/** The same, where its threads are where `DATABASE_URL` says: what is done in it is not done elsewhere. */
export async function dataInUse(
  given: string | undefined,
  env: Environment,
): Promise<{ ok: true; data: string } | Trouble> {
  const used = dataFolder(given, env);
  return (used.ok ? await otherLedgerTrouble(used.data, ledgerIn(used.data, env)) : undefined) ?? used;
}

/** The same where a server may never have run: what is begun there is what its first start will find. */
export async function dataToBegin(
  given: string | undefined,
  env: Environment,
): Promise<{ ok: true; data: string } | Trouble> {
  const data = resolve(given ?? defaultData(env));
  const trouble = makeData(data, '--data') ?? (await otherLedgerTrouble(data, ledgerIn(data, env)));
  return trouble ?? { ok: true, data };
}

/** Makes the folder if there is none; undefined if it can be written to. */
export function makeData(folder: string, option: '--data' | '--log-requests'): Trouble | undefined {
  try {
    makeFolder(folder);
    const trouble = folderTrouble(folder, option);
    if (trouble === undefined) accessSync(folder, constants.W_OK | constants.X_OK);
    if (trouble === undefined) giveToOwnerAtEnd(folder);
    return trouble;
  } catch (error) {
    const which = option === '--data' ? 'The data folder' : 'The folder of --log-requests';
    return systemTrouble(`${which} ${folder} cannot be used`, error);
  }
}

/** Why a folder that an option names is none. */
export function folderTrouble(
  path: string,
  option: '--data' | '--workspace' | '--workspaces' | '--shared-workspaces' | '--log-requests',
): Trouble | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) return undefined;
    const what = found === undefined ? `There is no folder ${path}.` : `${path} is a file, not a folder.`;
    return { ok: false, what, whatToDo: `Give a folder with ${option} DIR.` };
  } catch (error) {
    return systemTrouble(`${path} cannot be used`, error);
  }
}
