import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { type Database, type Durability, type Ledger, openLedger, type Result } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../src/sql/migrate.ts';
import { sqlLedger } from '../src/sql-ledger.ts';
import { openSqlite } from '../src/sql/open-sqlite.ts';
import { unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';

const message: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'now' };
const delta: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'x'.repeat(300) };

test('[B.6 6] whatever is acknowledged is on the disk by then: every write but one of nothing but deltas waits for it', async () => {
  const database = openSqlite({ file: temporaryFile() });
  await migrate(database);
  const waits: Durability[] = [];
  const watched: Database = {
    ...database,
    tx: (durability, work) => {
      waits.push(durability);
      return database.tx(durability, work);
    },
    together: (durability, work) => {
      waits.push(durability);
      return database.together(durability, work);
    },
  };
  const ledger = sqlLedger({ database: watched });
  onTestFinished(() => ledger.close());
  const thread = unwrap(await ledger.createThread({}))[0]?.thread ?? '';
  const writes: readonly (readonly [string, () => Promise<Result<unknown>>, Durability])[] = [
    ['a message', () => ledger.append(thread, [message]), 'full'],
    ['the end of a run', () => ledger.append(thread, [{ type: 'agent.status', status: 'completed' }]), 'full'],
    [
      'a call before it starts',
      () => ledger.append(thread, [{ type: 'agent.tool.started', step: 1, call: 'c' }]),
      'full',
    ],
    ['a question', () => ledger.append(thread, [{ type: 'request.opened', request: 'r', kind: 'question' }]), 'full'],
    ['its answer', () => ledger.append(thread, [{ type: 'request.resolved', request: 'r', decision: 'deny' }]), 'full'],
    ['a delta and a message', () => ledger.append(thread, [delta, message]), 'full'],
    ['deltas', () => ledger.append(thread, [delta, delta]), 'relaxed'],
    ['a claim', () => ledger.claimRun(thread, 'run'), 'full'],
    ['a purge', () => ledger.purge(thread, 2, { purged: 'x', by: '@human' }), 'full'],
    ['a blob', () => ledger.putBlob(new Uint8Array([1])), 'full'],
  ];
  for (const [what, write, durability] of writes) {
    waits.length = 0;
    unwrap(await write());
    expect([what, waits]).toEqual([what, [durability]]);
  }
});

async function lengthOf(ledger: Ledger, thread: string): Promise<number> {
  let length = 0;
  for (;;) {
    const page = unwrap(await ledger.read(thread, { after: length, limit: 1000 }));
    if (page.length === 0) return length;
    length += page.length;
  }
}

test('[B.6 6] power is lost: of what was written after the last sync any part may be gone or garbled, and nothing acknowledged is', async () => {
  const file = temporaryFile();
  const copy = temporaryFile();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('full', 'relaxed'), { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
      async (kinds, fates) => {
        for (const path of [file, copy]) {
          for (const name of readdirSync(join(path, '..'))) rmSync(join(path, '..', name));
        }
        const ledger = unwrap(await openLedger({ file }));
        const thread = unwrap(await ledger.createThread({}))[0]?.thread ?? '';
        let [synced, acknowledged] = [statSync(`${file}-wal`).size, 1];
        for (const kind of kinds) {
          const last = unwrap(await ledger.append(thread, [kind === 'full' ? message : delta])).at(-1)?.seq ?? 0;
          if (kind === 'full') [synced, acknowledged] = [statSync(`${file}-wal`).size, last];
        }
        // What the disk has: all up to the last sync; of each sector after it the new bytes, the old ones, or a mixture.
        const log = readFileSync(`${file}-wal`);
        for (let at = synced; at < log.length; at += 512) {
          const fate = fates.next().value;
          if (fate > 0) log.fill(fate === 1 ? 0 : 0xa5, at, Math.min(log.length, at + (fate === 1 ? 512 : 100)));
        }
        copyFileSync(file, copy);
        // The record of what was acknowledged may be on the disk before any of that.
        copyFileSync(`${file}-last`, `${copy}-last`);
        writeFileSync(`${copy}-wal`, log);
        await ledger.close();
        const after = unwrap(await openLedger({ file: copy, onDamage: (words) => expect.unreachable(words) }));
        expect(await lengthOf(after, thread)).toBeGreaterThanOrEqual(acknowledged);
        unwrap(await after.append(thread, [message]));
        await after.close();
      },
    ),
    { numRuns: 40 },
  );
});
