/**
 * `npm run release -- --dry-run` says what would be published; `--publish` publishes it. Every package gets the version of the root's
 * `package.json`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { formatSize } from '@toolthread/core/text';
import { buildPackages } from './package/build-packages.ts';
import { packPackages } from './package/pack-packages.ts';
import { publishPackages } from './package/publish-packages.ts';
import { releaseProblems } from './package/release-problems.ts';
import { scriptOptions } from './script-options.ts';

const root = join(import.meta.dirname, '..');
const USAGE = `npm run release -- [--dry-run | --publish]

Says what would be published, or publishes it. Every package gets the version of package.json.`;
const asked = scriptOptions(USAGE, { 'dry-run': { type: 'boolean' }, publish: { type: 'boolean' } });
const isDry = asked.publish !== true;
if (asked['dry-run'] === true && !isDry) {
  console.error(`--dry-run and --publish: one of them.\n\n${USAGE}`);
  process.exit(2);
}

const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
const built = await buildPackages(root, join(root, 'dist/packages'));
const tarballs = await packPackages(built, join(root, 'dist/tarballs'));
const problems = await releaseProblems(root, tarballs, changed);

for (const { name, version, bytes, unpackedBytes, files } of tarballs) {
  console.log(`${name}@${version}  ${formatSize(bytes)}, ${files.length} files of ${formatSize(unpackedBytes)}`);
  for (const file of files) console.log(`  ${file}`);
}
for (const problem of problems) console.log(`not ready: ${problem}`);
if (isDry) {
  console.log(`Nothing was published. ${tarballs.length} packages would be, in this order.`);
} else if (problems.length > 0) {
  console.log('Nothing was published.');
  process.exitCode = 1;
} else {
  await publishPackages(tarballs, (line) => console.log(line));
}
