/** After a command: what it made that git would run outside is taken out; the rest of its repositories stays. */
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, lstat, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shownPath, systemPath } from './byte-path.ts';
import { findRepositories } from './find-repositories.ts';
import type { Repository } from './find-repositories.ts';
import { fingerprint } from './fingerprint.ts';
import { linkAt } from './follow-links.ts';
import { harmlessConfig } from './harmless-config.ts';
import type { Guard, Known } from './guard-repositories.ts';

/** `await disarmRepositories(guard)`: what was taken out, each in words. */
export async function disarmRepositories({ roots, known, absent, links }: Guard): Promise<readonly string[]> {
  const before = new Map(known.map((one) => [one.path, one]));
  const taken: string[] = [];
  for (const root of roots) {
    for await (const found of findRepositories(root)) {
      taken.push(...(await disarm(found, before.get(join(root, found.name)))));
    }
  }
  const named = (path: string): string => path.slice((roots[0] ?? '').length + 1);
  for (const { path, leads } of links) {
    if (linkAt(path) === leads) continue;
    const aside = await keepAside(path).catch(() => undefined);
    await rm(systemPath(path), { force: true });
    await symlink(systemPath(leads), systemPath(path)).catch(() => undefined);
    taken.push(`${named(path)} (changed${aside === undefined ? '' : `; kept as ${aside}`})`);
  }
  for (const path of absent) {
    if ((await lstat(systemPath(path)).catch(() => undefined)) === undefined) continue;
    await remove(path);
    taken.push(named(path));
  }
  return taken.map(shownPath);
}

async function disarm(found: Repository, known: Known | undefined): Promise<readonly string[]> {
  const own = new Map(known?.kind === found.kind ? known.controls.map(({ name, print }) => [name, print]) : []);
  const named = (name: string): string => [found.name, name].filter((part) => part !== '').join('/');
  const taken: string[] = [];
  for (const { name } of found.controls) {
    const print = own.get(name);
    const path = join(found.path, name);
    if (print !== undefined && print === fingerprint(path)) continue;
    if (found.kind === 'folder') await chmod(systemPath(found.path), 0o700);
    // It was read-only for the command, so somebody else changed it, who may want it back.
    if (print !== undefined) taken.push(`${named(name)} (changed; kept as ${await keepAside(path)})`);
    taken.push(...(await takeOut(found.path, name)).map(named));
  }
  return taken;
}

/** The name under which it is kept, in the same folder. What is no plain file is moved there. */
async function keepAside(path: string): Promise<string> {
  const name = `taken-out-${randomUUID()}`;
  const aside = systemPath(join(dirname(path), name));
  if ((await lstat(systemPath(path))).isFile()) await copyFile(systemPath(path), aside);
  else await rename(systemPath(path), aside);
  return name;
}

async function takeOut(folder: string, name: string): Promise<readonly string[]> {
  const path = join(folder, name);
  const place = systemPath(path);
  const found = await lstat(place).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile() && name === 'config' && found.size <= MOST_CONFIG) {
    await chmod(place, 0o600);
    const harmless = harmlessConfig(await readFile(place, 'utf8'));
    // Under a second name of the same file it could be changed later.
    if (harmless.dropped.length === 0 && found.nlink === 1) return [];
    await remove(path);
    await writeFile(place, harmless.text, { flag: 'wx' });
    return harmless.dropped.map((key) => `config (${key})`);
  }
  if (found.isDirectory() && name === 'hooks') {
    await chmod(place, 0o700);
    const hooks = (await readdir(place, 'latin1')).filter((hook) => !hook.endsWith('.sample'));
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
    await rm(systemPath(path), { recursive: true, force: true });
  } catch {
    await rename(systemPath(path), systemPath(join(dirname(path), `taken-out-${randomUUID()}`)));
  }
}
