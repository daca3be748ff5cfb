import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { expect, onTestFinished, test } from 'vitest';
import { message, newThread, unwrap } from '../../test/contract/start.ts';
import type { Database } from '../sql/database.ts';
import { createFoldedThreads, type FoldedThreads } from './folded-threads.ts';
import type { Ledger } from '../ledger.ts';
import { migrate } from '../sql/migrate.ts';
import { sqlLedger } from '../sql-ledger.ts';
import { openSqlite } from '../sql/open-sqlite.ts';

interface Counted {
  readonly ledger: Ledger;
  readonly threads: FoldedThreads;
  /** Events that were read to fold them. */
  readonly read: () => number;
}

async function counted(): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-folded-'));
  const database = openSqlite({ file: join(folder, 'ledger.db') });
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(database);
  let read = 0;
  const all: Database['all'] = async (sql, values) => {
    const rows = await database.all(sql, values);
    read += rows.filter(({ body }) => body !== undefined).length;
    return rows;
  };
  return { ledger: sqlLedger({ database }), threads: createFoldedThreads({ all }), read: () => read };
}

const many = (count: number, draft: EventDraft): readonly EventDraft[] => Array.from({ length: count }, () => draft);

test('[M3] many who ask for one long thread at once fold it once', async () => {
  const { ledger, threads, read } = await counted();
  const thread = await newThread(ledger);
  unwrap(await ledger.append(thread, many(3000, message('x'))));
  const states = await Promise.all(Array.from({ length: 10 }, () => threads.upToDate(thread)));
  expect(new Set(states.map((folded) => unwrap(folded).thread.state)).size).toBe(1);
  expect(read()).toBe(3001);
  unwrap(await ledger.append(thread, [message('y')]));
  expect(unwrap(await threads.upToDate(thread)).seq).toBe(3002);
  expect(read()).toBe(3002);
});

test.each([
  ['of many events', { seq: 600_000, letters: 0 }],
  ['of long ones', { seq: 1, letters: 60_000_000 }],
])(
  '[L5] a thread %s lets go of the others, but for one whose run is under way; they are folded anew',
  async (_, size) => {
    const { ledger, threads, read } = await counted();
    const [running, ended] = [await newThread(ledger), await newThread(ledger)];
    unwrap(await ledger.append(running, [{ type: 'agent.status', status: 'running' }]));
    unwrap(await ledger.append(ended, [{ type: 'agent.status', status: 'completed' }]));
    for (const thread of [running, ended]) unwrap(await threads.upToDate(thread));
    const { thread: large } = unwrap(await threads.upToDate(ended));
    threads.keep('large', { ...size, purges: 0, thread: large });
    const before = read();
    for (const thread of [running, ended]) unwrap(await threads.upToDate(thread));
    expect(read() - before).toBe(2);
  },
);

test('[L5] how long the events of a thread are is known, read at once or one after another', async () => {
  const { ledger, threads } = await counted();
  const thread = await newThread(ledger);
  const { letters: first } = unwrap(await threads.upToDate(thread));
  unwrap(await ledger.append(thread, [message('x'.repeat(10_000))]));
  const { letters: then } = unwrap(await threads.upToDate(thread));
  expect(then - first).toBeGreaterThan(10_000);
  threads.forget(thread);
  expect(unwrap(await threads.upToDate(thread)).letters).toBe(then);
});

test('a purge while a thread is being folded leaves nothing of what was before', async () => {
  const { ledger, threads } = await counted();
  const thread = await newThread(ledger);
  unwrap(await ledger.append(thread, [message('a secret', 'a'), ...many(600, message('x')), message('y', 'b')]));
  const folding = threads.upToDate(thread);
  unwrap(await ledger.purge(thread, 2, { purged: 'a secret', by: '@human' }));
  unwrap(await folding);
  const { seq, thread: folded } = unwrap(await threads.upToDate(thread));
  expect([seq, [...folded.state.posted.entries()].map(([id]) => id)]).toEqual([603, ['b']]);
});
