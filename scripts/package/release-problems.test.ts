import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { releaseProblems } from './release-problems.ts';

it('what is not committed stops a release', async () => {
  const root = mkdtempSync(join(tmpdir(), 'toolthread-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'CHANGELOG.md'), '## [1.0.0]\n');
  writeFileSync(join(root, 'size-limits.json'), '{}');
  expect(await releaseProblems(root, [], '\n')).toEqual([]);
  expect(await releaseProblems(root, [], ' M README.md\n')).toEqual(['files are changed and not committed']);
});
