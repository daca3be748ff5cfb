import { isPostgresUrl, openLedger, openPostgresLedger } from '@toolthread/store';
import type { Ledger, LedgerError } from '@toolthread/store';
import { tellWaiting } from '../tell-waiting.ts';

type Opened =
  | { readonly ok: true; readonly value: Ledger }
  | { readonly ok: false; readonly error: LedgerError; readonly whatToDo?: string };

/** For a command that writes to it: `await openOwnLedger(ledgerIn(data, process.env))`. A file has one who writes at a time, a database any number. */
export async function openOwnLedger(place: string): Promise<Opened> {
  if (isPostgresUrl(place)) return openPostgresLedger({ url: place, onReach: tellWaiting });
  const opened = await openLedger({ file: place });
  return opened.ok
    ? opened
    : { ...opened, whatToDo: 'While a server has the file, nobody else writes to it: stop it first.' };
}
