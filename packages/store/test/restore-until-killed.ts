/** Restores `BACKUP` to `PLACE`, and dies as hard as it can before its record `N`: `node restore-until-killed.ts BACKUP PLACE N`. */
import { readBackup } from '../src/copy/read-backup.ts';
import { fillPlace } from '../src/copy/fill-place.ts';
import type { LedgerRecord } from '../src/copy/ledger-record.ts';

const [backup = '', place = '', n = '0'] = process.argv.slice(2);

async function* dying(): AsyncIterable<LedgerRecord> {
  let count = 0;
  for await (const record of readBackup(backup)) {
    if (count === Number(n)) process.kill(process.pid, 'SIGKILL');
    count += 1;
    yield record;
  }
}
await fillPlace(place, { records: dying });
