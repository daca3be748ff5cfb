import { resolve } from 'node:path';
import { backupLedger } from '@toolthread/store';
import { dataInUse, ledgerIn, ledgerName } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { copiedWords } from './copied-words.ts';
import { readKeptFiles } from './read-kept-files.ts';

export async function backup(file: string, folder: string | undefined): Promise<number> {
  // A backup of the wrong place would be noticed only when it is needed.
  const used = await dataInUse(folder, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  const from = ledgerIn(used.data, process.env);
  const to = resolve(file);
  const made = await backupLedger({ from, to, files: readKeptFiles(used.data) });
  if (!made.ok) return failure(made.error.message);
  await printText(`${ledgerName(from)}: ${copiedWords(made.value)} are in ${to}.\n`);
  return 0;
}
