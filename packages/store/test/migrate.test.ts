import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { EventDraft } from '@toolthread/core';
import { openLedger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from './contract/start.ts';

// Sockets, processes and disks: slow on a busy machine, and no test here measures time.
const fixtures = new URL('../fixtures/', import.meta.url);
const child = fileURLToPath(new URL('./migrate-until-killed.ts', import.meta.url));

const versions = [1, 2, 3];

/** A file as that version of the schema left it. */
function kept(version: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ledger.db');
  const raw = new DatabaseSync(file);
  raw.exec('pragma journal_mode = wal');
  for (const step of versions.slice(0, version))
    raw.exec(readFileSync(new URL(`schema-${step}.sql`, fixtures), 'utf8'));
  raw.exec(readFileSync(new URL(`rows-${Math.min(version, 2)}.sql`, fixtures), 'utf8'));
  raw.close();
  return file;
}

async function expectUpToDate(file: string): Promise<void> {
  const ledger = unwrap(await openLedger({ file, onDamage: (words) => expect.unreachable(words) }));
  onTestFinished(() => ledger.close());
  const events = unwrap(await ledger.read('t1', { after: 0, limit: 10 }));
  expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
    '1 thread.created',
    '2 message.posted',
    '3 scope.opened',
  ]);
  expect(unwrap(await ledger.listThreads({ limit: 10 }))).toMatchObject([
    { id: 't1', title: 'Kept', unfinished: true },
  ]);
  expect(unwrap(await ledger.scopes('t1', 0))).toMatchObject([{ seq: 3, scope: 'agent:a', show_tool_calls: false }]);
  expect(unwrap(await ledger.nextExpiry(0))).toBeUndefined();
  const posted: EventDraft = {
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text: '"type":"scope.opened"' }],
    delivery: 'now',
    client_id: 'c1',
  };
  expect(unwrap(await ledger.append('t1', [posted]))).toMatchObject([{ seq: 2 }]);
  expect(unwrap(await ledger.append('t1', [{ ...posted, client_id: 'c2' }]))).toMatchObject([{ seq: 4 }]);
  await ledger.close();
}

test.each(versions)('[B.6 10] a ledger of schema %s is brought up to date, and goes on', async (version) => {
  const file = kept(version);
  await expectUpToDate(file);
});

test('[B.6 10] there is a file of every version before this one', async () => {
  const file = kept(1);
  await unwrap(await openLedger({ file })).close();
  const raw = new DatabaseSync(file);
  const newest = raw.prepare('select max(version) as version from schema_version').get();
  raw.close();
  expect(versions).toEqual(Array.from({ length: Number(newest?.['version']) - 1 }, (_, n) => n + 1));
});

test('[B.6 10] killed before any statement of the way up, it is as it was, and the next start brings it up to date', async () => {
  for (let n = 0; ; n += 1) {
    const file = kept(1);
    const { signal, status } = spawnSync(process.execPath, [child, file, String(n)], { stdio: 'inherit' });
    if (signal === null) {
      expect([status, n > 5]).toEqual([0, true]);
      break;
    }
    await expectUpToDate(file);
  }
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
