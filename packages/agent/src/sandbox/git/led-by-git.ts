/**
 * What is in the workspace and is included or run by git because a configuration says so: that of a repository in the workspace or above it, of
 * the user, or of the system. Commands in the sandbox and file tools ask this one function.
 */
import { readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isBelow, isBelowOneOf, systemPath } from './byte-path.ts';
import { configurationsOfTheUser, configured, expanded } from './config/configured.ts';
import { linkFollower } from './link-follower.ts';
import type { Followed, Link } from './link-follower.ts';
import { foldersBehind, waysBehind } from './folders-behind.ts';
import { ifThere } from './if-there.ts';
import { inSlices } from '../../in-slices.ts';
import { CONTROLS, isGitFolder } from './is-git-folder.ts';
import type { Names } from './config/named-by.ts';
import { shapeOf } from './shape-of.ts';

/** Byte paths in the folders that may be written. */
export interface Led {
  /** Files and folders, with no link on the way. */
  readonly present: readonly string[];
  /** Where git would look, and nothing is. */
  readonly absent: readonly string[];
  /** By which git gets there. */
  readonly links: readonly Link[];
}

/**
 * `await ledByGit(gits, [workspace])`: by each `.git` or folder of that shape among these, by those above the workspace, and by the user. After the
 * workspace come folders elsewhere that may be written, too. `written`: a file that has just been made. A word that may name a file, and named none, still names none: a branch is
 * called `origin/main`.
 */
export async function ledByGit(
  gits: readonly string[],
  roots: readonly [string, ...string[]],
  written?: string,
): Promise<Led> {
  const [workspace] = roots;
  const user = configured(configurationsOfTheUser());
  const named: (readonly Named[])[] = [
    user.files.map((place) => ({ place, where: 'anywhere' }) as const),
    // Some of it is run if there is no repository, too.
    placesOf(user.names, [workspace]),
  ];
  const folders = new Set<string>();
  const pause = inSlices();
  for (const path of new Set([...gits, ...gitsAbove(workspace)])) {
    const repository = repositoryAt(path);
    for (const folder of repository.folders) {
      if (roots.some((root) => folder === root || isBelow(folder, root))) folders.add(folder);
    }
    named.push(ledByRepository(repository, user.names));
    await pause();
  }
  const follow = linkFollower();
  const found: Way[] = [];
  for (const { place, where } of named.flat()) {
    const way = follow(place);
    if (where === 'a file, perhaps' && way.end === written) continue;
    found.push({ ...way, where, is: standing(where, statOf(way.end)) });
    await pause();
  }
  const known = new Set(gits);
  const isInside = (path: string): boolean => roots.some((root) => isBelow(path, root)) && !HUSKY.test(path);
  const isOfARepository = (path: string): boolean => isBelowOneOf(path, folders);
  const ends = found.filter(({ where, end }) => isInside(end) && (where === 'anywhere' || !isOfARepository(end)));
  const links = found
    .flatMap((way) => (way.is === 'not meant' ? [] : way.links))
    // A `.git` that is a link is known as such.
    .filter(({ path }) => isInside(path) && !isOfARepository(path) && !known.has(path));
  return {
    present: [...new Set(ends.filter(({ is }) => is === 'present').map(({ end }) => end))],
    absent: [...new Set(ends.filter(({ is }) => is === 'absent').map(({ end }) => end))],
    links: [...new Map(links.map((link) => [link.path, link])).values()],
  };
}

/** husky writes its own into this folder at every install: it stays the user's own matter. */
const HUSKY = /\/\.husky(?:\/|$)/;

interface Named {
  readonly place: string;
  readonly where: Where;
}

interface Way extends Followed {
  readonly where: Where;
  readonly is: Standing;
}

type Where =
  /** In the folder of a repository, too, which an allowed command may write to. */
  | 'anywhere'
  /** Beside repositories: inside of one it is one of their own files. */
  | 'beside'
  | 'a file, perhaps'
  /** A folder there is a repository, whether it is there already or made later, and is found as one. */
  | 'a file, or a repository';

type Standing = 'present' | 'absent' | 'a repository' | 'not meant';

function standing(where: Where, found: Stats | undefined): Standing {
  switch (where) {
    case 'anywhere':
    case 'beside':
      return found === undefined ? 'absent' : 'present';
    case 'a file, perhaps':
      return found?.isFile() === true ? 'present' : 'not meant';
    case 'a file, or a repository':
      return found?.isFile() === true ? 'present' : 'a repository';
    default:
      return where satisfies never;
  }
}

/** Git looks for a repository in every folder above the one it is in. */
function gitsAbove(workspace: string): readonly string[] {
  const found: string[] = [];
  for (let folder = workspace; dirname(folder) !== folder;) {
    folder = dirname(folder);
    found.push(join(folder, '.git'), ...(isGitFolder(shapeOf(folder)) ? [folder] : []));
  }
  return found;
}

interface Found {
  readonly path: string;
  /** Its own, and that of the repository it belongs to. */
  readonly folders: readonly string[];
}

function repositoryAt(path: string): Found {
  const own = statOf(path)?.isDirectory() === true ? [path] : [];
  return { path, folders: [...new Set([...own, ...foldersBehind(path)])] };
}

function ledByRepository({ path, folders }: Found, ofTheUser: readonly Names[]): readonly Named[] {
  return [
    ...waysBehind(path).map((place) => ({ place, where: 'a file, or a repository' }) as const),
    ...folders.flatMap((folder) => ledByFolder(folder, dirname(path), ofTheUser)),
  ];
}

function ledByFolder(gitFolder: string, above: string, ofTheUser: readonly Names[]): readonly Named[] {
  const controls = CONTROLS.map((name) => join(gitFolder, name));
  const own = controls.filter((path) => /\/config[^/]*$/.test(path));
  const { files, names } = configured(own);
  const worktrees = names.flatMap((one) => (one.is === 'worktree' ? [resolve(gitFolder, expanded(one.path))] : []));
  const hooks = entriesOf(join(gitFolder, 'hooks'));
  return [
    ...[...controls, ...hooks].map((place) => ({ place, where: 'beside' }) as const),
    ...files.filter((file) => !own.includes(file)).map((place) => ({ place, where: 'anywhere' }) as const),
    ...placesOf([...names, ...ofTheUser], [above, gitFolder, ...worktrees]),
  ];
}

function placesOf(names: readonly Names[], bases: readonly string[]): readonly Named[] {
  const from = (path: string): readonly string[] => bases.map((base) => resolve(base, expanded(path)));
  const folders = names.flatMap((one) => (one.is === 'folder' ? from(one.path) : []));
  // What git copies into a new repository has its hooks one folder deeper.
  const hooks = [...folders, ...folders.map((folder) => join(folder, 'hooks'))].flatMap(entriesOf);
  const commands = names.flatMap((one) => (one.is === 'command' ? [one] : []));
  return [
    ...[...folders, ...hooks].map((place) => ({ place, where: 'anywhere' }) as const),
    ...commands.flatMap((one) => one.surely.flatMap(from)).map((place) => ({ place, where: 'beside' }) as const),
    ...commands
      .flatMap((one) => one.perhaps.flatMap(from))
      .map((place) => ({ place, where: 'a file, perhaps' }) as const),
  ];
}

function entriesOf(folder: string): readonly string[] {
  const names = ifThere(folder, () => readdirSync(systemPath(folder), 'latin1')) ?? [];
  return names.map((name) => join(folder, name));
}

function statOf(path: string): Stats | undefined {
  return ifThere(path, () => statSync(systemPath(path), { throwIfNoEntry: false }));
}
