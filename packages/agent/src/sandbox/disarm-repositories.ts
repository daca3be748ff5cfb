/** After a command: what it made that git would run outside is taken out; the rest of its repositories stays. */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findRepositories } from './find-repositories.ts';
import type { Repository } from './find-repositories.ts';
import { harmlessConfig } from './git-config.ts';
import type { Guard, Known } from './guard-repositories.ts';

/** `await disarmRepositories(guard)`: what was taken out, each in words. */
export async function disarmRepositories({ roots, known, absent }: Guard): Promise<readonly string[]> {
  const before = new Map(known.map((one) => [one.path, one]));
  const taken: string[] = [];
  for (const root of roots) {
    for await (const found of findRepositories(root)) {
      const names = await disarm(found, before.get(join(root, found.name)));
      taken.push(...names.map((name) => [found.name, name].filter((part) => part !== '').join('/')));
    }
  }
  for (const path of absent) {
    if ((await lstat(path).catch(() => undefined)) === undefined) continue;
    await remove(path);
    taken.push(path.slice((roots[0] ?? '').length + 1));
  }
  return taken;
}

/** Names below the repository; an empty one is the repository itself. */
async function disarm(found: Repository, known: Known | undefined): Promise<readonly string[]> {
  const isKnown = known !== undefined && known.kind === found.kind;
  if (found.kind !== 'folder') {
    if (isKnown && String(known.controls) === String(found.controls)) return [];
    await remove(found.path);
    return [''];
  }
  const own = new Set(isKnown ? known.controls : []);
  const made = found.controls.filter((name) => !own.has(name)).map((name) => name.split(' -> ')[0] ?? name);
  if (made.length > 0) await chmod(found.path, 0o700);
  const taken: string[] = [];
  for (const name of made) taken.push(...(await takeOut(found.path, name)));
  return taken;
}

async function takeOut(folder: string, name: string): Promise<readonly string[]> {
  const path = join(folder, name);
  const found = await lstat(path);
  if (found.isFile() && name === 'config' && found.size <= MOST_CONFIG) {
    await chmod(path, 0o600);
    const harmless = harmlessConfig(await readFile(path, 'utf8'));
    // Under a second name of the same file it could be changed later.
    if (harmless.dropped.length === 0 && found.nlink === 1) return [];
    await remove(path);
    await writeFile(path, harmless.text, { flag: 'wx' });
    return harmless.dropped.map((key) => `config (${key})`);
  }
  if (found.isDirectory() && name === 'hooks') {
    await chmod(path, 0o700);
    const hooks = (await readdir(path)).filter((hook) => !hook.endsWith('.sample'));
    for (const hook of hooks) await remove(join(path, hook));
    return hooks.map((hook) => `hooks/${hook}`);
  }
  await remove(path);
  return [name];
}

const MOST_CONFIG = 256 * 1024;

/** A folder that somebody made too deep to be removed is at least out of git's way. */
async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await rename(path, join(dirname(path), `taken-out-${randomUUID()}`));
  }
}
