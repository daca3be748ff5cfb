import { existsSync } from 'node:fs';
import { schemaOf } from '../sql/migrate.ts';
import { movedWords } from '../sql/moved-words.ts';
import { openSnapshot } from '../sql/open-snapshot.ts';
import { done, refuse, type Result } from '../result.ts';
import { writeBackup } from './write-backup.ts';
import { copying } from './copying.ts';
import type { Copied } from './fill-ledger.ts';
import type { KeptFile, LedgerRecord } from './ledger-record.ts';
import { ledgerRecords } from './ledger-records.ts';

/** From where, and to which file. */
export interface BackupOptions {
  /** The ledger's file, or the address of its database. */
  readonly from: string;
  /** A file that is not there yet. */
  readonly to: string;
  /** Files of the data folder to put into the backup. */
  readonly files?: readonly KeptFile[];
}

/**
 * Writes everything in a ledger at this moment into one file, which only its owner can read. A server may be using the ledger. The file gets its name when it is complete.
 *
 * @example
 * const made = await backupLedger({ from: await exampleLedger(), to: `${exampleFolder()}/threads.backup` });
 * made.ok && made.value.threads; //=> 1
 */
export async function backupLedger({ from, to, files = [] }: BackupOptions): Promise<Result<Copied>> {
  if (existsSync(to)) return refuse('unavailable', `${to} is there already. Nothing was written.`);
  return copying('Nothing was backed up', async () => {
    const snapshot = await openSnapshot(from);
    try {
      // A ledger that was moved is refused: nobody would notice before a restore that its backup is out of date.
      const moved = await movedWords(snapshot, (await schemaOf(snapshot)) ?? 0);
      if (moved !== undefined) return refuse('unavailable', `${moved} Nothing was backed up.`);
      const copied = { threads: 0, events: 0, blobs: 0 };
      await writeBackup(to, counted(ledgerRecords(snapshot, files), copied));
      return done(copied);
    } finally {
      await snapshot.close();
    }
  });
}

async function* counted(
  records: AsyncIterable<LedgerRecord>,
  copied: { threads: number; events: number; blobs: number },
): AsyncGenerator<LedgerRecord, void, void> {
  let table = '';
  for await (const record of records) {
    if (record.kind === 'table') table = record.table;
    if (record.kind === 'row' && (table === 'threads' || table === 'events' || table === 'blobs')) copied[table] += 1;
    yield record;
  }
}
