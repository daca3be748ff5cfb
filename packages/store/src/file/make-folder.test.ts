import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder, openLedger } from '../index.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('makes a folder with those above it, for its owner only; one that is there stays', () => {
  const path = join(temporary(), 'a', 'b', 'c');
  for (let again = 0; again < 2; again += 1) makeFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
});

test.runIf(existsSync('/proc/self'))('where the system makes none, it says so and does not hang', async () => {
  for (const path of ['/proc/x', '/proc/x/y/z', '/proc/self/x']) {
    expect(() => makeFolder(path)).toThrow(/ENOENT|EACCES|EPERM/);
    const words = { message: expect.stringMatching(/^\/proc\/.*ledger\.db cannot be opened: /) };
    expect(await openLedger({ file: join(path, 'ledger.db') })).toMatchObject({ ok: false, error: words });
  }
});

test('below a file, and below a link to nowhere, it says so', () => {
  const folder = temporary();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  for (const name of ['file', 'link'])
    expect(() => makeFolder(join(folder, name, 'x', 'y'))).toThrow(/ENOTDIR|ENOENT|EEXIST/);
});
