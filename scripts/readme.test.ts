import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test("the README's example prints what the README says", () => {
  const root = join(import.meta.dirname, '..');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, example = '', printed] = /```ts\n(.*?)```\s+```\n(.*?)```/s.exec(readme) ?? [];
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript'], {
    cwd: root,
    input: example,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe(printed);
});
