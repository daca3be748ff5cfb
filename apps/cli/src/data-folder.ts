import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '@toolthread/store';
import { systemTrouble } from './system-trouble.ts';
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

/** The file with the threads of a data folder. */
export function ledgerIn(data: string): string {
  return join(data, LEDGER);
}

/** The data folder of a server that has run; a folder that was mistyped is none. `dataFolder(values.data, process.env)` */
export function dataFolder(given: string | undefined, env: Environment): { ok: true; data: string } | Trouble {
  const data = resolve(given ?? defaultData(env));
  const trouble = folderTrouble(data, '--data');
  if (trouble === undefined && readdirSync(data).some((name) => name.startsWith(LEDGER))) return { ok: true, data };
  return {
    ok: false,
    what: trouble?.what ?? `${data} is no data folder: no ${LEDGER} is in it.`,
    whatToDo: 'Give the folder that the server names at its start: --data DIR. A first "toolthread serve" makes it.',
  };
}

/** Makes the folder where there is none; undefined if it can be written to. */
export function makeData(folder: string, option: '--data' | '--log-requests'): Trouble | undefined {
  try {
    makeFolder(folder);
    const trouble = folderTrouble(folder, option);
    if (trouble === undefined) accessSync(folder, constants.W_OK | constants.X_OK);
    return trouble;
  } catch (error) {
    const which = option === '--data' ? 'The data folder' : 'The folder of --log-requests';
    return systemTrouble(`${which} ${folder} cannot be used`, error);
  }
}

/** Why a folder that an option names is none. */
export function folderTrouble(
  path: string,
  option: '--data' | '--workspace' | '--workspaces' | '--log-requests',
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
