import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { GrowingFile } from './growing-file.ts';

test.each([
  ['a pipe', (path: string) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path])],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
])('a file that became %s is gone: what may never end is not read', (_, become) => {
  const path = join(folder(), 'session.jsonl');
  writeFileSync(path, '{}\n');
  const file = new GrowingFile(path, 'all');
  onTestFinished(() => file.close());
  expect([file.fate(), file.read()]).toEqual(['there', true]);
  rmSync(path);
  become(path);
  expect(file.fate()).toBe('gone');
});
