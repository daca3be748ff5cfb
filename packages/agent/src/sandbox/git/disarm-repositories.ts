/** After a command: what it made that git would run outside is taken out; the rest of its repositories stays. */
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { chmod, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBelow, shownPath, systemPath } from './byte-path.ts';
import { findRepositories, LONGEST } from './find-repositories.ts';
import type { Repository } from './find-repositories.ts';
import { fingerprint } from './fingerprint.ts';
import { linkAt } from './link-follower.ts';
import type { Link } from './link-follower.ts';
import { harmlessConfig } from './config/harmless-config.ts';
import { ifThere } from './if-there.ts';
import type { Guard, Known } from './guard-repositories.ts';
import { regainAccess } from './regain-access.ts';
import { reasonOf } from './reason-of.ts';
import { bytesAt } from './text-at.ts';

export interface Disarmed {
  /** What was taken out, each in words. */
  readonly taken: readonly string[];
  /** What could not be looked at, or not be taken out. */
  readonly left: readonly Left[];
}

interface Left {
  /** The folder to look through again. */
  readonly place: string;
  /** In words. */
  readonly name: string;
  readonly why: string;
}

/**
 * `await disarmRepositories(guard)`, or again in some places only. Each step stands alone: what goes wrong with one repository leaves no
 * other one armed.
 */
export async function disarmRepositories(guard: Guard, places: readonly string[] = guard.roots): Promise<Disarmed> {
  const [workspace = ''] = guard.roots;
  const before = new Map(guard.known.map((one) => [one.path, one]));
  const taken: string[] = [];
  const left: Left[] = [];
  const named = (path: string): string => shownPath(isBelow(path, workspace) ? path.slice(workspace.length + 1) : path);
  const leave = (path: string, root: string, error: unknown): void => {
    const place = path === root || path.length >= LONGEST ? root : dirname(path);
    left.push({ place, name: path === workspace ? 'the workspace' : named(path), why: reasonOf(error) });
  };
  const attempt = async (path: string, root: string, work: () => Promise<readonly string[]>): Promise<void> => {
    try {
      taken.push(...(await work()).map(named));
    } catch (error) {
      leave(path, root, error);
    }
  };
  for (const root of places) {
    for await (const found of findRepositories(root)) {
      const path = join(root, found.name);
      if (found.kind === 'unseen') {
        leave(path, root, found.why);
        continue;
      }
      for (const { name } of found.controls) {
        const taking = async (): Promise<readonly string[]> =>
          (await disarm(found, name, before.get(path))).map((one) => (/^\w/.test(one) ? `${path}/${one}` : path + one));
        await attempt(path, root, taking);
      }
    }
  }
  if (!places.includes(workspace)) return { taken, left };
  for (const link of guard.links) await attempt(link.path, workspace, () => putBack(link));
  for (const path of guard.absent) await attempt(path, workspace, () => takeAway(path));
  return { taken, left };
}

async function putBack({ path, leads }: Link): Promise<readonly string[]> {
  if (linkAt(path) === leads) return [];
  const aside = await keepAside(path).catch(() => undefined);
  await rm(systemPath(path), { force: true });
  await symlink(systemPath(leads), systemPath(path)).catch(() => undefined);
  return [`${path} (changed${aside === undefined ? '' : `; kept as ${aside}`})`];
}

async function takeAway(path: string): Promise<readonly string[]> {
  if (statOf(path) === undefined) return [];
  await remove(path);
  return [path];
}

async function disarm(found: Repository, name: string, known: Known | undefined): Promise<readonly string[]> {
  const own = known?.kind === found.kind ? known.controls.find((control) => control.name === name) : undefined;
  const path = join(found.path, name);
  if (own !== undefined && own.print === fingerprint(path)) return [];
  regainAccess(systemPath(dirname(path)), 0o700);
  // It was read-only for the command, so somebody else changed it, who may want it back.
  const kept = own === undefined ? [] : [`${name} (changed; kept as ${await keepAside(path)})`];
  return [...kept, ...(await takeOut(found.path, name))];
}

/** The name under which it is kept, in the same folder. What is not a regular file is moved there. */
async function keepAside(path: string): Promise<string> {
  const name = `taken-out-${randomUUID()}`;
  const aside = systemPath(join(dirname(path), name));
  const copied = copyOf(path);
  const mode = (statOf(path)?.mode ?? 0) & 0o777;
  const move = (): Promise<void> => rename(systemPath(path), aside);
  if (copied === undefined) await move();
  else await writeFile(aside, copied, { flag: 'wx', mode }).catch(move);
  return name;
}

/** Of a small file only: a larger one is moved. */
function copyOf(path: string): Buffer | undefined {
  try {
    return bytesAt(path, 'not followed');
  } catch {
    return undefined;
  }
}

function statOf(path: string): Stats | undefined {
  return ifThere(path, () => lstatSync(systemPath(path), { throwIfNoEntry: false }));
}

async function takeOut(folder: string, name: string): Promise<readonly string[]> {
  const path = join(folder, name);
  const place = systemPath(path);
  const found = statOf(path);
  if (found === undefined) return [];
  if (found.isFile() && name === 'config' && found.size <= MOST_CONFIG) {
    await chmod(place, 0o600);
    const bytes = bytesAt(path, 'not followed');
    if (bytes === undefined) throw new Error('it was replaced meanwhile');
    const harmless = harmlessConfig(bytes.toString());
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
  regainAccess(systemPath(dirname(path)), 0o700);
  try {
    await rm(systemPath(path), { recursive: true, force: true });
  } catch {
    await rename(systemPath(path), systemPath(join(dirname(path), `taken-out-${randomUUID()}`)));
  }
}
