import { execFile } from 'node:child_process';
import { globSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = join(root, '../..');
const sources = [
  'apps/web/{src,fixtures,public}/**/*',
  'apps/web/*.{html,ts}',
  'packages/{core,client,react}/{src,fixtures}/**/*',
];

/**
 * The folder of the page as its sources are now: built again when one of them is newer. Test files run side by side, so one
 * builds and the others wait. `fixtures` is the page that draws any ledger.
 */
export async function builtPage(mode: 'production' | 'fixtures' = 'production'): Promise<string> {
  const folder = join(root, mode === 'fixtures' ? 'dist-fixtures' : 'dist');
  const page = join(folder, mode === 'fixtures' ? 'fixtures.html' : 'index.html');
  const lock = join(root, `node_modules/.${mode}-build`);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  while (!tryLock(lock)) await wait(50);
  try {
    if (changedAt(page) < newestSource()) await build(mode);
  } finally {
    rmdirSync(lock);
  }
  return folder;
}

/** A lock that nobody can still be holding is taken over. */
function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    // It may be gone by now: then nobody holds it, and the next try takes it.
    const since = changedAt(lock);
    if (since > 0 && since < Date.now() - 60_000) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function newestSource(): number {
  return Math.max(...globSync(sources, { cwd: repository }).map((file) => changedAt(join(repository, file))));
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function build(mode: string): Promise<void> {
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  // A process of its own: the tests' environment would make a development build of it.
  await promisify(execFile)(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
