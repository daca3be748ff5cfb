import { resolve } from 'node:path';
import { restoreLedger } from '@toolthread/store';
import { defaultData, ledgerIn, ledgerName, makeData, noteLedger, otherLedgerTrouble } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { printProblem, printText } from '../terminal/print-text.ts';
import { copiedWords } from './copied-words.ts';
import { writeKeptFiles } from './write-kept-files.ts';

export async function restore(file: string, folder: string | undefined): Promise<number> {
  const data = resolve(folder ?? defaultData(process.env));
  const trouble = makeData(data, '--data');
  if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
  const to = ledgerIn(data, process.env);
  const other = await otherLedgerTrouble(data, to);
  if (other !== undefined) return failure(other.what, other.whatToDo);
  let left: readonly string[] = [];
  const restored = await restoreLedger({
    from: resolve(file),
    to,
    onFiles: (files) => void (left = writeKeptFiles(data, files)),
  });
  if (!restored.ok) return failure(restored.error.message);
  await noteLedger(data, to);
  for (const words of left) await printProblem(`toolthread: ${words}`);
  await printText(`${copiedWords(restored.value)} are in ${ledgerName(to)}, as they are in the backup.\n`);
  return 0;
}
