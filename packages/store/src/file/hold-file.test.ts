import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../test/contract/start.ts';
import { tellAddress } from './hold-file.ts';
import { openLedger } from '../open-ledger.ts';
import { temporaryFile } from '../../test/temporary-file.ts';

const child =
  process.env['TEST_APPENDS'] ?? fileURLToPath(new URL('../../test/append-until-killed.ts', import.meta.url));

test('[M5] a ledger that is open is refused to the second, who is told by whom, where and since when', async () => {
  const file = temporaryFile();
  const first = unwrap(await openLedger({ file }));
  onTestFinished(() => first.close());
  tellAddress(file, 'http://127.0.0.1:4780');
  const second = await openLedger({ file });
  expect(second).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  const message = second.ok ? '' : second.error.message;
  expect(message).toContain(`Process ${process.pid} holds ${file}`);
  expect(message).toContain('http://127.0.0.1:4780');
  expect(message).toMatch(/since \d{4}-\d\d-\d\dT/);
  unwrap(await first.createThread({}));
  await first.close();
  await unwrap(await openLedger({ file })).close();
});

test('[M5] another process holds it as long as it lives: killed with -9 it blocks nobody, whatever it left', async () => {
  const file = temporaryFile();
  const holder = spawn(process.execPath, [child, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(holder, 'exit');
  onTestFinished(async () => {
    holder.kill('SIGKILL');
    await exit;
  });
  await once(createInterface({ input: holder.stdout }), 'line');
  const second = await openLedger({ file });
  expect(second.ok ? '' : second.error.message).toContain(`Process ${holder.pid} holds`);
  holder.kill('SIGKILL');
  await exit;
  expect(readdirSync(join(file, '..'))).toContain('ledger.db.holder');
  await unwrap(await openLedger({ file })).close();
});

test('[M5] the lock holds against other processes too after a second try in its own', async () => {
  const file = temporaryFile();
  const first = unwrap(await openLedger({ file }));
  onTestFinished(() => first.close());
  expect((await openLedger({ file })).ok).toBe(false);
  const { status, stderr } = spawnSync(process.execPath, [child, file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`Process ${process.pid} holds ${file}`)]);
});

test.each([
  ['whose process is dead', { pid: 2 ** 22 + 1, since: '2026-01-01T00:00:00.000Z' }],
  ['whose number another process has now', { pid: process.pid, since: '2026-01-01T00:00:00.000Z' }],
  ['that is no holder', { pid: 'x' }],
])('[M5] a word of a holder %s blocks nobody', async (_, holder) => {
  const file = temporaryFile();
  writeFileSync(`${file}.holder`, JSON.stringify(holder));
  await unwrap(await openLedger({ file })).close();
  expect(readdirSync(join(file, '..'))).not.toContain('ledger.db.holder');
});

test('[M5] [43] nobody waits for a pipe in the place of the holder’s word, neither to write into it nor to read it', async () => {
  const file = temporaryFile();
  const pipe = (): void => {
    rmSync(`${file}.holder`, { force: true });
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', `${file}.holder`]);
  };
  pipe();
  const first = unwrap(await openLedger({ file }));
  onTestFinished(() => first.close());
  expect(statSync(`${file}.holder`).isFile()).toBe(true);
  pipe();
  expect(await openLedger({ file })).toMatchObject({ error: { message: `Another process holds ${file}.` } });
});

test('[M5] a holder that has not said who it is, or in words that are none, is named as another process', async () => {
  const file = temporaryFile();
  const first = unwrap(await openLedger({ file }));
  onTestFinished(() => first.close());
  for (const words of ['', '{', 'null', '{"pid":"1"}']) {
    writeFileSync(`${file}.holder`, words);
    expect(await openLedger({ file })).toMatchObject({
      ok: false,
      error: { message: `Another process holds ${file}.` },
    });
  }
});

test('[M5] only one of many that come at once gets it', async () => {
  const file = temporaryFile();
  const opened = await Promise.all(Array.from({ length: 5 }, () => openLedger({ file })));
  const got = opened.flatMap((one) => (one.ok ? one.value : []));
  onTestFinished(async () => void (await Promise.all(got.map((ledger) => ledger.close()))));
  expect(got).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('what stands beside the ledger is its owner’s only', async () => {
  const file = temporaryFile();
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  for (const name of readdirSync(join(file, '..'))) {
    expect([name, statSync(join(file, '..', name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});
