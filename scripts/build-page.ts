/** Builds the page if its sources are newer than what is built. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const page = join(root, 'apps', 'web');
const sources = [
  'apps/web/{index.html,vite.config.ts,src/**}',
  'packages/{core,client,react}/src/**',
  'package-lock.json',
];

const builtAt = statSync(join(page, 'dist', 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const changedAt = Math.max(...globSync(sources, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs));
if (builtAt < changedAt) {
  process.stderr.write('building the page …\n');
  await build({ root: page, logLevel: 'error' });
}
