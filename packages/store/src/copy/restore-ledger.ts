import { done, type Result } from '../result.ts';
import { readBackup } from './read-backup.ts';
import { copying } from './copying.ts';
import type { Copied } from './fill-ledger.ts';
import { fillPlace } from './fill-place.ts';
import type { KeptFile } from './ledger-record.ts';

/** From which backup, and to which empty place. */
export interface RestoreOptions {
  readonly from: string;
  /** A file that is not there yet, or the address of an empty database. */
  readonly to: string;
  /** Told the files that went with it, before what is restored counts. */
  readonly onFiles?: (files: readonly KeptFile[]) => void;
}

/**
 * What `backupLedger` wrote, at an empty place, which may be of the other kind. Every row is read again there before it counts: all of it is there in the end,
 * or nothing.
 *
 * @example
 * import { backupLedger, threadsIn } from '@toolthread/store';
 * const [backup, file] = [`${exampleFolder()}/threads.backup`, `${exampleFolder()}/ledger.db`];
 * await backupLedger({ from: await exampleLedger(), to: backup });
 * await restoreLedger({ from: backup, to: file });
 * const threads = await threadsIn(file);
 * threads.ok && threads.value?.map(({ title }) => title); //=> ['Parser']
 */
export function restoreLedger({ from, to, ...options }: RestoreOptions): Promise<Result<Copied>> {
  const filling = { records: () => readBackup(from), ...options };
  return copying('Nothing was restored', async () => done(await fillPlace(to, filling)));
}
