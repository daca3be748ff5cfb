/** Builds the page if its sources are newer than what is built, then runs the program: `npm start -- --port 5000`. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const page = join(root, 'apps', 'web');

if (builtAt() < newestSource()) {
  process.stderr.write('building the page …\n');
  await build({ root: page, logLevel: 'error' });
}
process.argv.splice(2, 0, 'serve');
await import('../apps/cli/src/main.ts');

function builtAt(): number {
  return statSync(join(page, 'dist', 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSource(): number {
  const sources = ['apps/web/{index.html,vite.config.ts,src/**}', 'packages/{core,client,react}/src/**', 'package-lock.json'];
  const files = globSync(sources, { cwd: root });
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}
