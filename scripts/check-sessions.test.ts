import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it.each([
  ['names no file', '{}', 'names no file'],
  ['is damaged', '{', 'cannot be read'],
])('[issue 11] a folder whose expected.json %s is not said to be well', (_, expected, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-check-sessions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'expected.json'), expected);
  const script = join(import.meta.dirname, 'check-sessions.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8', timeout: 60_000 });
  expect(stderr).toContain(words);
  expect(status).toBe(1);
});
