/** The same ledgers of earlier versions, in PostgreSQL: `postgresMigrateCases(() => ownUrl(postgres.url))`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { query } from '@toolthread/test-postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fillLedger } from '../src/copy/fill-ledger.ts';
import { ledgerRecords } from '../src/copy/ledger-records.ts';
import { openPostgresLedger } from '../src/open-postgres-ledger.ts';
import { openPostgres } from '../src/sql/postgres/open-postgres.ts';
import { openSnapshot } from '../src/sql/open-snapshot.ts';
import { unwrap } from './contract/start.ts';
import { expectUpToDate, kept, versions } from './kept-ledgers.ts';
import { expectRowsKept, rowsInAll } from './kept-rows.ts';

const child = process.env['TEST_MIGRATION'] ?? fileURLToPath(new URL('./migrate-until-killed.ts', import.meta.url));
const VERSION = 'select max(version)::int as version from schema_version';

export function postgresMigrateCases(newUrl: () => Promise<string>): void {
  /** A database as that version of the schema left it. */
  async function keptIn(version: number, file = kept(version)): Promise<string> {
    const url = await newUrl();
    const [from, to] = [await openSnapshot(file), await openPostgres({ url })];
    await fillLedger(to, { records: () => ledgerRecords(from) });
    await Promise.all([from.close(), to.close()]);
    expect(await query(url, VERSION)).toEqual([{ version }]);
    return url;
  }

  async function expectDatabase(url: string): Promise<void> {
    const ledger = unwrap(await openPostgresLedger({ url }));
    onTestFinished(() => ledger.close());
    await expectUpToDate(ledger);
  }

  describe('a database of an earlier version', () => {
    test.each(versions)('[B.6 10] of schema %s is brought up to date, and goes on', async (version) => {
      await expectDatabase(await keptIn(version));
    });

    test.each(versions)(
      '[B.6 10] every row of every table of schema %s is there when it is up to date',
      async (version) => {
        const file = kept(version);
        const before = rowsInAll(file);
        const database = await openPostgres({ url: await keptIn(version, file) });
        onTestFinished(() => database.close());
        await expectRowsKept(database, before);
      },
    );

    test('[B.6 10] killed in the middle of the way up, it is as it was, and the next start brings it up to date', async () => {
      const url = await keptIn(1);
      for (let n = 0; ; n += 9) {
        const { signal, status } = spawnSync(process.execPath, [child, url, String(n)], { stdio: 'inherit' });
        if (signal === null) {
          expect([status, n > 30]).toEqual([0, true]);
          break;
        }
        expect(await query(url, VERSION)).toEqual([{ version: 1 }]);
      }
      await expectDatabase(url);
    });
  });
}
