import { DatabaseSync } from 'node:sqlite';
import { openLedger, threadsIn } from '@toolthread/store';
import { expect, test } from 'vitest';
import { newThread, unwrap } from './contract/start.ts';
import { tornCases } from './copy-cases.ts';
import { temporaryFile } from './temporary-file.ts';

tornCases();

test('[L4] whoever looks from outside finds every thread, however many there are', async () => {
  const file = temporaryFile();
  const ledger = unwrap(await openLedger({ file }));
  await newThread(ledger);
  await ledger.close();
  const raw = new DatabaseSync(file);
  // Many at one moment: pages are cut between threads, not between moments.
  raw.exec(`insert into threads (id, seq, epoch, created_at, updated_at, unfinished, summary, pinned)
    with recursive n(n) as (select 1 union all select n + 1 from n where n < 2500)
    select 't' || n, 0, 0, n / 700, n / 700, 0, '{"calls":0,"failed":0,"waiting":0}', n % 1000 = 0 from n`);
  raw.close();
  const threads = unwrap(await threadsIn(file)) ?? [];
  expect([threads.length, new Set(threads.map(({ id }) => id)).size]).toEqual([2501, 2501]);
});
