/** The file of a data folder that says which database has its threads. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ELSEWHERE = 'ledger.postgres';

/** A database by its name for people, and by the id that it has at every address. Notes of older versions have no id. */
export interface NotedDatabase {
  readonly name: string;
  readonly id: string | undefined;
}

/** Undefined: the threads of this folder are in its own file, or there are none yet. */
export function notedDatabase(data: string): NotedDatabase | undefined {
  const path = join(data, ELSEWHERE);
  if (!existsSync(path)) return undefined;
  const [name = '', id] = readFileSync(path, 'utf8').trim().split('\n');
  return { name, id: id?.replace(/^id /, '') };
}

export function noteDatabase(data: string, { name, id }: NotedDatabase): void {
  writeFileSync(join(data, ELSEWHERE), `${name}\n${id === undefined ? '' : `id ${id}\n`}`, { mode: 0o600 });
}

/** Its threads are in its own file now. */
export function leaveDatabase(data: string): void {
  rmSync(join(data, ELSEWHERE), { force: true });
}
