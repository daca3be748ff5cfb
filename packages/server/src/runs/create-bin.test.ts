import { openLedger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '../../test/start-server.ts';
import { createBin } from './create-bin.ts';

const DAY_MS = 86_400_000;

test('[issue 13] what was put into the bin is there for 30 days, and then gone; what came back stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let now = 1_000_000;
  const ledger = unwrap(await openLedger({ file: join(folder, 'ledger.db'), now: () => now }));
  onTestFinished(() => ledger.close());
  const make = async (): Promise<string> => unwrap(await ledger.createThread({}))[0]?.thread ?? '';
  const place = async (thread: string, where: 'list' | 'archive' | 'bin'): Promise<void> => {
    unwrap(await ledger.append(thread, [{ type: 'thread.placed', place: where }]));
  };
  const [binned, back, archived] = [await make(), await make(), await make()];
  // More than one page of them.
  const many: string[] = [];
  for (let n = 0; n < 120; n += 1) many.push(await make());
  for (const thread of [binned, back, ...many]) await place(thread, 'bin');
  await place(archived, 'archive');
  const errors: unknown[] = [];
  const bin = createBin(ledger, { now: () => now, onError: (error) => errors.push(error) });
  onTestFinished(() => bin.close());
  const isThere = async (thread: string): Promise<boolean> => (await ledger.thread(thread)).ok;
  now += 30 * DAY_MS - 1;
  await bin.look();
  expect(await isThere(binned)).toBe(true);
  await place(back, 'list');
  now += 1;
  await bin.look();
  expect([await isThere(binned), await isThere(back), await isThere(archived)]).toEqual([false, true, true]);
  expect(unwrap(await ledger.listThreads({ limit: 500, place: 'bin' }))).toEqual([]);
  // Put there again, its time begins again.
  await place(back, 'bin');
  now += 30 * DAY_MS - 1;
  await bin.look();
  expect([await isThere(back), errors]).toEqual([true, []]);
});
