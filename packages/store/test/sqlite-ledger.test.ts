import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { message, newThread, unwrap } from './contract/start.ts';
import { ledgerContract } from './contract/ledger-contract.ts';
import { openedLedger } from './opened-ledger.ts';
import type { Ledger } from '../src/ledger.ts';
import { examineLedger } from '../src/damage/examine-ledger.ts';
import { openLedger } from '../src/open-ledger.ts';
import type { Database } from '../src/sql/database.ts';
import { openSqlite } from '../src/sql/open-sqlite.ts';
import { sqlLedger } from '../src/sql-ledger.ts';
import { LIST } from '../src/threads/list-rows.ts';

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolthread-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data', 'ledger.db');
}

ledgerContract('SQLite', async ({ now }) => {
  const file = await temporary();
  return openedLedger(() => openLedger({ file, now }));
});

test.each([
  [
    'a purged payload',
    (ledger: Ledger, thread: string) => ledger.purge(thread, 2, { purged: 'a secret', by: '@human' }),
  ],
  ['a deleted thread', (ledger: Ledger, thread: string) => ledger.deleteThread(thread)],
])('%s is gone from the file, not only from the answers', async (_, remove) => {
  const file = await temporary();
  const ledger = unwrap(await openLedger({ file }));
  const thread = await newThread(ledger);
  const canary = `canary-${'x'.repeat(9000)}-canary`;
  const hash = unwrap(await ledger.putBlob(new TextEncoder().encode(`blob ${canary}`)));
  unwrap(
    await ledger.append(thread, [
      {
        type: 'agent.tool.completed',
        call: 'c',
        outcome: 'done',
        parts: [{ type: 'text', text: canary }],
        full_blob: hash,
      },
    ]),
  );
  expect((await remove(ledger, thread)).ok).toBe(true);
  await ledger.close();
  for (const name of await readdir(join(file, '..'))) {
    expect({ name, holds: (await readFile(join(file, '..', name))).includes('canary-xxx') }).toEqual({
      name,
      holds: false,
    });
  }
});

test.skipIf(process.platform === 'win32')('a ledger in a folder of others is its owner’s only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolthread-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const ledger = unwrap(await openLedger({ file: join(folder, 'ledger.db') }));
  onTestFinished(() => ledger.close());
  await newThread(ledger);
  for (const name of await readdir(folder)) {
    expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
  }
});

test('[B.6 9] a page of the list is read by its index: its cost does not grow with the threads', async () => {
  const file = await temporary();
  const ledger = unwrap(await openLedger({ file }));
  await newThread(ledger);
  await ledger.close();
  const raw = new DatabaseSync(file);
  onTestFinished(() => raw.close());
  const plan = raw
    .prepare(`explain query plan ${LIST.replace(/\$\d/g, '?')}`)
    .all(0, 1, 1, 'x', 100)
    .map(({ detail }) => detail);
  expect(plan).toEqual([expect.stringMatching(/^SEARCH threads USING INDEX threads_listed \(place=\? AND .*<.*\)$/)]);
});

test('a file that is no database, and a folder that cannot be made, are error values', async () => {
  const file = await temporary();
  await unwrap(await openLedger({ file })).close();
  await writeFile(file, 'not a database, but long enough to be read as a header of one, surely, is it not?'.repeat(20));
  expect(await openLedger({ file })).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  expect(await openLedger({ file: join(file, 'below', 'ledger.db') })).toMatchObject({ ok: false });
});

test('[B.3 34] [B.6 7] opencode #21215: another process holds the lock; the event loop runs on, and the append goes through after it', async () => {
  const file = await temporary();
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  const thread = await newThread(ledger);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const append = ledger.append(thread, [message('x')]);
  const first = await Promise.race([append, new Promise((resolve) => setTimeout(resolve, 60, 'the loop runs'))]);
  expect(first).toBe('the loop runs');
  expect(unwrap(await ledger.read(thread, { after: 0, limit: 10 }))).toHaveLength(1);
  other.exec('rollback');
  expect(unwrap(await append)).toHaveLength(1);
});

test('a damaged thread, to which nothing can be written, can be deleted', async () => {
  const file = await temporary();
  const first = unwrap(await openLedger({ file }));
  const thread = await newThread(first);
  await first.close();
  const raw = new DatabaseSync(file);
  raw.exec("update events set body = 'no event'");
  raw.close();
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  expect(await ledger.append(thread, [message('hello')])).toMatchObject({ error: { code: 'damaged' } });
  unwrap(await ledger.deleteThread(thread));
  expect(unwrap(await ledger.listThreads({ limit: 10 }))).toEqual([]);
});

test('[L6] a crash while a thread is removed: nothing of it is seen, and the next start removes the rest', async () => {
  const file = await temporary();
  const ledger = unwrap(await openLedger({ file }));
  const thread = await newThread(ledger);
  const hash = unwrap(await ledger.putBlob(Buffer.alloc(300_000, 'canary')));
  const whole = { type: 'agent.tool.completed', call: 'c', outcome: 'done', full_blob: hash } as const;
  unwrap(await ledger.append(thread, [message('canary', 'once'), whole]));
  await ledger.close();
  const raw = new DatabaseSync(file);
  // As the first transaction of a deletion leaves it.
  raw.exec(`insert into deleted_threads select id from threads; delete from threads`);
  raw.close();
  expect(unwrap(await examineLedger(file)).problems).toEqual([]);
  const again = unwrap(await openLedger({ file }));
  onTestFinished(() => again.close());
  expect(await again.read(thread, { after: 0, limit: 10 })).toMatchObject({ error: { code: 'no_such_thread' } });
  expect(unwrap(await again.blobUses(hash))).toEqual([]);
  const left = (): unknown => {
    const reader = new DatabaseSync(file, { readOnly: true });
    const tables = ['events', 'posted', 'blobs', 'blob_pieces', 'blob_uses', 'deleted_threads', 'dropped_pieces'];
    const counts = tables.map((table) => reader.prepare(`select count(*) as n from ${table}`).get()?.['n']);
    reader.close();
    return counts;
  };
  await expect.poll(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(unwrap(await again.listThreads({ limit: 10 }))).toEqual([]);
});

test('[M6] a piece of a blob costs its own length: no more bytes are asked for than lie around it', async () => {
  const file = await temporary();
  const ledger = unwrap(await openLedger({ file }));
  const hash = unwrap(await ledger.putBlob(Buffer.alloc(8_000_000, 'x')));
  await ledger.close();
  const database = openSqlite({ file });
  let bytes = 0;
  const counting: Database = {
    ...database,
    all: async (...asked) => {
      const rows = await database.all(...asked);
      for (const { content } of rows) if (content instanceof Uint8Array) bytes += content.length;
      return rows;
    },
  };
  const counted = sqlLedger({ database: counting });
  onTestFinished(() => counted.close());
  expect(unwrap(await counted.getBlob(hash, { from: 7_000_000, bytes: 1000 }))).toHaveLength(1000);
  expect(bytes).toBeLessThanOrEqual(2 * 64 * 1024);
  const raw = new DatabaseSync(file, { readOnly: true });
  const longest = raw
    .prepare(
      'select max(length(content)) as n from (select content from blobs union all select content from blob_pieces)',
    )
    .get();
  raw.close();
  expect(longest?.['n']).toBe(64 * 1024);
});

test('[issue 13] a line of the list that an older version counted is counted again once it is shown, and keeps its time', async () => {
  const file = await temporary();
  const before = unwrap(await openLedger({ file, now: () => 5 }));
  const thread = await newThread(before);
  unwrap(await before.append(thread, [message('one')]));
  await before.close();
  const raw = new DatabaseSync(file);
  const old = JSON.stringify({ title: 'Wrong', calls: 9, failed: 9, waiting: 0, workedMs: 0, rules: 1 });
  raw.prepare('update threads set summary = ?, sum = null').run(old);
  raw.close();
  const ledger = unwrap(await openLedger({ file, now: () => 99 }));
  onTestFinished(() => ledger.close());
  const shown = async (): Promise<unknown> => unwrap(await ledger.listThreads({ limit: 10 }))[0];
  expect(await shown()).toMatchObject({ title: 'Wrong', calls: 9 });
  while (JSON.stringify(await shown()).includes('Wrong')) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await shown()).toMatchObject({ id: thread, calls: 0, failed: 0, updatedAt: 5 });
});
