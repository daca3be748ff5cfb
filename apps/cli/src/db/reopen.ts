import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPostgresUrl, reopenLedger } from '@toolthread/store';
import { defaultData, ledgerIn, ledgerName } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';

/** The ledger that was moved away from here is opened again. */
export async function reopen(folder: string | undefined): Promise<number> {
  const ledger = ledgerIn(resolve(folder ?? defaultData(process.env)), process.env);
  const name = ledgerName(ledger);
  if (!isPostgresUrl(ledger) && !existsSync(ledger)) return failure(`There is no ${name}.`, ABOUT_FILES);
  const reopened = await reopenLedger(ledger);
  if (!reopened.ok) return failure(reopened.error.message);
  if (!reopened.value) return failure(`${name} was not moved: a server can use it.`);
  await printText(`A server can use ${name} again. What was said in the other place since is not in it.\n`);
  return 0;
}

const ABOUT_FILES =
  'A file that was moved to a database is kept as ledger-moved-….db: name it ledger.db again, in a folder without ledger.postgres.';
