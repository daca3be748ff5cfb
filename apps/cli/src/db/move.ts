import { existsSync } from 'node:fs';
import { isPostgresUrl, moveLedger } from '@toolthread/store';
import { dataFolder, leaveFile, ledgerName, ledgersOf, noteLedger, otherLedgerTrouble } from '../data-folder.ts';
import { leaveDatabase, notedDatabase } from '../noted-database.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { copiedWords } from './copied-words.ts';

/** The address is in the environment, not among the arguments: those every user of the machine can read. */
export async function move(to: 'postgres' | 'sqlite', folder: string | undefined): Promise<number> {
  const used = dataFolder(folder, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  const { data } = used;
  const { file, database } = ledgersOf(data, process.env);
  if (database === undefined || !isPostgresUrl(database))
    return failure('Which database? DATABASE_URL names none.', 'It looks like postgres://user:password@host/database.');
  const [from, target] = to === 'postgres' ? [file, database] : [database, file];
  const noted = notedDatabase(data);
  if (to === 'postgres' && noted !== undefined)
    return failure(
      `The threads of ${data} are in a database already: ${noted.name}.`,
      'To bring them to another database, move them back first: toolthread db move --to sqlite.',
    );
  // The file itself is what is in the way.
  const other = to === 'postgres' && existsSync(file) ? undefined : await otherLedgerTrouble(data, from);
  if (other !== undefined) return failure(other.what, other.whatToDo);
  const moved = await moveLedger({ from, to: target });
  if (!moved.ok) return failure(moved.error.message);
  await printText(`${copiedWords(moved.value)} are in ${ledgerName(target)}, thread by thread as they were.\n`);
  if (to === 'postgres') {
    await noteLedger(data, target);
    await printText(`The old ones are in ${leaveFile(data)}. Start the server with the same DATABASE_URL.\n`);
  } else {
    leaveDatabase(data);
    await printText(`The old ones are still in ${ledgerName(from)}. Start the server without DATABASE_URL.\n`);
  }
  return 0;
}
