/** The file of a data folder that says which database has its threads. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileText } from './file-text.ts';

export const ELSEWHERE = 'ledger.postgres';

/** A database by its name for people, and by the id that it has at every address. Notes of older versions have no id. */
export interface NotedDatabase {
  readonly name: string;
  readonly id: string | undefined;
}

/** Undefined: the threads of this folder are in its own file, or there are none yet. */
export function notedDatabase(data: string): NotedDatabase | undefined {
  const text = fileText(join(data, ELSEWHERE));
  if (text === undefined) return undefined;
  const [name = '', id] = text.trim().split('\n');
  return { name, id: id?.replace(/^id /, '') };
}

export function noteDatabase(data: string, { name, id }: NotedDatabase): void {
  writeFileSync(join(data, ELSEWHERE), `${name}\n${id === undefined ? '' : `id ${id}\n`}`, { mode: 0o600 });
}

/** Its threads are in its own file now. */
export function leaveDatabase(data: string): void {
  rmSync(join(data, ELSEWHERE), { force: true });
}
