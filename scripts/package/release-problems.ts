import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageProblems } from './package-problems.ts';
import type { Tarball } from './pack-packages.ts';

/** One line for each reason not to publish: `changed` is what git says of files that are not committed. */
export async function releaseProblems(root: string, tarballs: readonly Tarball[], changed: string): Promise<string[]> {
  const versions = new Set(tarballs.map(({ version }) => version));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const limits: Record<string, number> = JSON.parse(readFileSync(join(root, 'size-limits.json'), 'utf8'));
  const problems = await Promise.all(tarballs.map((tarball) => packageProblems(tarball, limits)));
  return [
    ...(changed.trim() === '' ? [] : ['files are changed and not committed']),
    ...(versions.size > 1 ? [`there are several versions: ${[...versions].join(', ')}`] : []),
    ...[...versions]
      .filter((version) => !changelog.includes(`## [${version}]`))
      .map((version) => `CHANGELOG.md has no section [${version}]`),
    ...problems.flat(),
  ];
}
