import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { examineLedger, type Ledger, openLedger, repairLedger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { message, tryReadAll, unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';

async function newThread(ledger: Ledger, title: string): Promise<string> {
  const thread = unwrap(await ledger.createThread({ title }))[0]?.thread ?? '';
  const said = Array.from({ length: 60 }, (_, n) => message(`${title} says ${n}: ${'word '.repeat(60)}`));
  unwrap(await ledger.append(thread, said));
  return thread;
}

test('[M8] [B.6 4] events of a file over 96 MB are not looked at before the start: found broken while it runs, it is written to no more until it is repaired', async () => {
  const file = temporaryFile();
  const first = unwrap(await openLedger({ file }));
  const [broken, other] = [await newThread(first, 'Ada'), await newThread(first, 'Bob')];
  for (let n = 0; n < 13; n += 1) unwrap(await first.putBlob(randomBytes(8_000_000)));
  await first.close();
  expect(statSync(file).size).toBeGreaterThan(96 * 1024 * 1024);
  const at = readFileSync(file).indexOf('Ada says 30');
  const page = Math.floor(at / 4096) * 4096;
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(64, 0x5a), 0, 64, page);
  closeSync(opened);

  const told: string[] = [];
  const ledger = unwrap(await openLedger({ file, onDamage: (words) => told.push(words) }));
  expect(told).toEqual([]);
  // As far as it is sound, it is read.
  expect(await tryReadAll(ledger, broken)).toMatchObject({ ok: false, error: { code: 'damaged' } });
  const refused = await ledger.append(other, [message('hello')]);
  expect(refused).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('toolthread doctor --repair') },
  });
  // What can be read is read.
  expect(unwrap(await tryReadAll(ledger, other))).toHaveLength(61);
  await ledger.close();

  unwrap(await repairLedger(file));
  const mended = unwrap(await openLedger({ file }));
  onTestFinished(() => mended.close());
  expect(unwrap(await mended.append(other, [message('hello')]))).toHaveLength(1);
  expect(unwrap(await tryReadAll(mended, other))).toHaveLength(62);
});

test('[M8] a file that was emptied beside its log is not taken for a new one, and the log is left as it is', async () => {
  const file = temporaryFile();
  const ledger = unwrap(await openLedger({ file }));
  await newThread(ledger, 'Ada');
  copyFileSync(`${file}-wal`, `${file}.log`);
  await ledger.close();
  for (const lose of [() => truncateSync(file), () => rmSync(file)]) {
    lose();
    copyFileSync(`${file}.log`, `${file}-wal`);
    expect(await openLedger({ file })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/is (empty|gone), and a ledger was in it.*Put a backup/) },
    });
    expect(unwrap(await examineLedger(file)).problems).toEqual([expect.stringContaining('a ledger was in it')]);
    expect(readFileSync(`${file}-wal`)).toEqual(readFileSync(`${file}.log`));
  }
});

test('[M8] a file that was emptied without a log is known by its lock; a start that died before its first write is none', async () => {
  const file = temporaryFile();
  const first = await openLedger({ file });
  await unwrap(first).close();
  await unwrap(await openLedger({ file })).close();
  truncateSync(file);
  expect(await openLedger({ file })).toMatchObject({ ok: false, error: { message: expect.stringContaining('.lock') } });
  expect(statSync(file).size).toBe(0);
  // Deleted, there is nothing left of it: whoever did that wants a new one.
  rmSync(file);
  await unwrap(await openLedger({ file })).close();

  const young = temporaryFile();
  closeSync(openSync(young, 'ax'));
  closeSync(openSync(`${young}.lock`, 'ax'));
  await unwrap(await openLedger({ file: young })).close();
});
