import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readmeExample } from './package/readme-example.ts';

test("the README's example prints what the README says", () => {
  const root = join(import.meta.dirname, '..');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const example = readmeExample(readme);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript'], {
    cwd: root,
    input: example?.code ?? '',
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe(example?.printed);
});
