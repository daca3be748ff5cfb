import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openLedger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { beforeEachStatement } from './before-each-statement.ts';
import { unwrap } from './contract/start.ts';
import { expectUpToDate, kept, versions } from './kept-ledgers.ts';
import { expectRowsKept, rowsInAll, shapesOf } from './kept-rows.ts';
import { tablesAt } from '../src/copy/table-shape.ts';
import { migrate, NEWEST_SCHEMA } from '../src/sql/migrate.ts';
import { openSqlite } from '../src/sql/open-sqlite.ts';

const child = process.env['TEST_MIGRATION'] ?? fileURLToPath(new URL('./migrate-until-killed.ts', import.meta.url));

async function expectFile(file: string): Promise<void> {
  const ledger = unwrap(await openLedger({ file, onDamage: (words) => expect.unreachable(words) }));
  onTestFinished(() => ledger.close());
  await expectUpToDate(ledger);
}

test.each(versions)('[B.6 10] a ledger of schema %s is brought up to date, and goes on', async (version) => {
  const file = kept(version);
  await expectFile(file);
});

test.each(versions)(
  '[B.6 10] every row of every table of schema %s is there when it is up to date',
  async (version) => {
    const file = kept(version);
    const before = rowsInAll(file);
    const database = openSqlite({ file });
    onTestFinished(() => database.close());
    await expectRowsKept(database, before);
  },
);

test('[B.6 10] there is a file of every version, with the tables that this program makes for it', () => {
  expect(versions).toEqual(Array.from({ length: NEWEST_SCHEMA }, (_, n) => n + 1));
  for (const version of versions)
    expect(shapesOf(kept(version))).toEqual(tablesAt(version).map(({ table, columns }) => ({ table, columns })));
});

test('[B.6 10] what deleted threads had left before roots were noted waits for its node, or for anybody', async () => {
  const file = kept(14);
  const raw = new DatabaseSync(file);
  for (const [thread, node] of [
    ['t2', 'a'],
    ['t3', ''],
  ])
    raw.prepare('insert into shared_files values (?, ?)').run(`files of deleted thread ${thread}`, node ?? null);
  raw.close();
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  expect(unwrap(await ledger.workspaces.left())).toEqual([
    { thread: 't2', root: undefined, node: 'a' },
    { thread: 't3', root: undefined, node: undefined },
  ]);
});

/** What is on the disk before each statement of the way up: there whoever is killed at that moment leaves it. */
async function leftBeforeEach(file: string): Promise<readonly string[]> {
  const left: string[] = [];
  const database = openSqlite({ file });
  const copying = beforeEachStatement(database, () => {
    const folder = `${dirname(file)}/${left.length}`;
    mkdirSync(folder);
    for (const name of readdirSync(dirname(file)))
      if (name.startsWith(basename(file))) copyFileSync(join(dirname(file), name), join(folder, name));
    left.push(join(folder, basename(file)));
  });
  expect(await migrate(copying)).toEqual({ ok: true });
  await database.close();
  return left;
}

test('[B.6 10] killed before any statement of the way up, it is as it was, and the next start brings it up to date', async () => {
  const left = await leftBeforeEach(kept(1));
  expect(left.length).toBeGreaterThan(50);
  for (const [n, file] of left.entries()) {
    // Killed indeed, some of the times.
    if (n % 40 === 39) {
      const own = kept(1);
      expect(spawnSync(process.execPath, [child, own, String(n)], { stdio: 'inherit' }).signal).toBe('SIGKILL');
      expect(shapesOf(own)).toEqual(shapesOf(file));
      await expectFile(own);
    }
    await expectFile(file);
  }
});

test('[M8] tables that a later version added lie behind the others: cut off there, a ledger keeps its threads', async () => {
  const file = kept(4);
  await unwrap(await openLedger({ file })).close();
  const { size } = statSync(file);
  truncateSync(file, size - 3 * 4096);
  const words: string[] = [];
  const ledger = unwrap(await openLedger({ file, onDamage: (said) => void words.push(said) }));
  onTestFinished(() => ledger.close());
  expect(words).toEqual([expect.stringContaining('Threads that are whole: 1.')]);
  expect(unwrap(await ledger.read('t1', { after: 0, limit: 10 }))).toHaveLength(4);
});

test('[B.6 10] a ledger of a newer version is refused in words, and stays as it was, byte by byte', async () => {
  const file = kept(3);
  const raw = new DatabaseSync(file);
  raw.exec('insert into schema_version (version) values (99)');
  raw.close();
  const before = readFileSync(file);
  expect(await openLedger({ file })).toMatchObject({
    ok: false,
    error: { code: 'unavailable', message: expect.stringContaining('newer Toolthread (schema 99') },
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});
