import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Tarball } from './pack-packages.ts';

const run = promisify(execFile);

/** Publishes in the given order, so that a package is there before those that need it; what is there already is passed over. */
export async function publishPackages(tarballs: readonly Tarball[], say: (line: string) => void): Promise<void> {
  for (const { name, version, path } of tarballs) {
    if (await isPublished(name, version)) {
      say(`${name}@${version} is there already`);
      continue;
    }
    await run('npm', ['publish', path]);
    say(`${name}@${version} is published`);
  }
}

async function isPublished(name: string, version: string): Promise<boolean> {
  try {
    return (await run('npm', ['view', `${name}@${version}`, 'version'])).stdout.trim() === version;
  } catch (error) {
    if (String(error).includes('E404')) return false;
    throw error;
  }
}
