import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataInUse, ledgerIn, ledgerName } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { systemTrouble } from '../system-trouble.ts';
import { printText } from '../terminal/print-text.ts';
import { adoptRoot, rootIdFile } from '../workspaces/root-id.ts';
import { openOwnLedger } from './open-own-ledger.ts';

/** The files of threads in a root belong to this database from now on, and to no other. */
export async function adopt(folder: string, given: string | undefined): Promise<number> {
  const root = resolve(folder);
  const used = await dataInUse(given, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  if (!existsSync(rootIdFile(root)))
    return failure(`${root} is not a folder with files of threads: ${rootIdFile(root)} is missing.`);
  const place = ledgerIn(used.data, process.env);
  const opened = await openOwnLedger(place);
  if (!opened.ok) return failure(opened.error.message, opened.whatToDo);
  try {
    const owner = await opened.value.workspaces.owner();
    if (!owner.ok) return failure(owner.error.message);
    adoptRoot(root, owner.value);
  } catch (error) {
    const trouble = systemTrouble(`${root} cannot be used`, error);
    return failure(trouble.what, trouble.whatToDo);
  } finally {
    await opened.value.close();
  }
  await printText(
    `The files in ${root} belong to ${ledgerName(place)} now. No server of another database uses them.\n`,
  );
  return 0;
}
