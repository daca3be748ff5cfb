/** Which mounts keep a command from what git runs: each repository by itself, as long as these are not too many. */
import { dirname, join } from 'node:path';
import { isBelow, isBelowOneOf } from './byte-path.ts';
import type { Known } from './guard-repositories.ts';
import { inSlices } from '../../in-slices.ts';
import type { Link } from './link-follower.ts';

/** bubblewrap takes 9,000 arguments, three for each mount. The time that it takes grows with the square of the mounts: these take some seconds. */
const MOST_MOUNTS = 2000;
/** bubblewrap puts some letters before a path, and the system takes 4,095 of them. A part of a repository has a few more than its folder. */
const LONGEST_PATH = 4000;
/** Folders from the workspace to a repository, each of which is a mount. */
const DEEPEST = 64;
/** A folder with a smaller part of all repositories is not worth closing. */
const LEAST_PART = 1 / 50;

export interface GuardingMounts {
  /** Arguments of bubblewrap. */
  readonly mounts: readonly string[];
  /** Folders that are read-only as a whole. */
  readonly closed: readonly string[];
}

/**
 * Where there are too many repositories, the folders that hold most of them are read-only as a whole; if need be the workspace. So is the folder around one
 * that is too far down for a mount of its own.
 */
export async function guardingMounts(
  known: readonly Known[],
  links: readonly Link[],
  roots: readonly string[],
  git: 'read' | 'write',
): Promise<GuardingMounts> {
  const pause = inSlices();
  const { far, near } = byReach(known, links, roots);
  for (let most = near.length; ; most = Math.floor(most / 2)) {
    const closed = outermost([...far, ...fullest(near, roots, most)]);
    const { onTheWay, readOnly } = mountsBeside(closed, known, links, roots, git);
    if (onTheWay.length + readOnly.length > MOST_MOUNTS && most > 0) {
      await pause();
      continue;
    }
    const mounts = [
      ...onTheWay.flatMap((path) => ['--bind', path, path]),
      ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ];
    return { mounts, closed };
  }
}

interface Places {
  /** Each folder on the way is a mount of its own, too: nobody can move a mount. */
  readonly onTheWay: readonly string[];
  readonly readOnly: readonly string[];
}

function mountsBeside(
  closed: readonly string[],
  known: readonly Known[],
  links: readonly Link[],
  roots: readonly string[],
  git: 'read' | 'write',
): Places {
  const mounted = known.filter(({ path, kind }) => kind !== 'link' && !isIn(path, closed));
  const whole = new Set(git === 'write' ? [] : mounted.map(({ path }) => path));
  const guarded = mounted.filter(({ path }) => !isBelowOneOf(path, whole));
  const onTheWay = guarded.flatMap(({ path, kind }) => [
    ...foldersAbove(path, roots),
    ...(git === 'write' && kind === 'folder' && !roots.includes(path) ? [path] : []),
  ]);
  const readOnly = guarded.flatMap(({ path, kind, controls }) => {
    if (git === 'read' || kind === 'file') return [path];
    return controls.filter(({ is }) => is !== 'link').map(({ name }) => join(path, name));
  });
  const toLinks = links.filter(({ path }) => !isIn(path, closed)).flatMap(({ path }) => foldersAbove(path, roots));
  const toClosed = closed.flatMap((path) => foldersAbove(path, roots));
  return {
    onTheWay: [...new Set([...onTheWay, ...toLinks, ...toClosed])].toSorted((a, b) => a.length - b.length),
    readOnly: [...new Set([...closed, ...readOnly])],
  };
}

/** The folders to close so that this many repositories are left, the fullest first. Where they are all over the place: all of them. */
function fullest(known: readonly Known[], roots: readonly string[], most: number): readonly string[] {
  if (known.length <= most) return [];
  const counts = new Map<string, number>();
  for (const { path } of known) {
    const around = dirname(dirname(path));
    if (roots.some((root) => isBelow(around, root))) counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  const closed: string[] = [];
  let left = known.length;
  for (const [folder, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    if (left <= most || count < known.length * LEAST_PART) break;
    closed.push(folder);
    left -= count;
  }
  return left <= most ? closed : roots;
}

/** Whether each can have a mount of its own; and where it cannot, the nearest folder around it that can. */
function byReach(
  known: readonly Known[],
  links: readonly Link[],
  roots: readonly string[],
): { readonly far: readonly string[]; readonly near: readonly Known[] } {
  const isFar = ({ path }: { readonly path: string }): boolean =>
    path.length > LONGEST_PATH || foldersAbove(path, roots).length > DEEPEST;
  const around = [...known, ...links].filter(isFar).map(({ path }) => {
    const above = foldersAbove(path, roots).toReversed().slice(0, DEEPEST);
    return above.findLast((folder) => folder.length <= LONGEST_PATH) ?? rootOf(path, roots);
  });
  const far = outermost(around);
  const mounts = new Set(far.flatMap((folder) => [folder, ...foldersAbove(folder, roots)]));
  return { far: mounts.size > MOST_MOUNTS / 2 ? roots : far, near: known.filter((one) => !isFar(one)) };
}

function rootOf(path: string, roots: readonly string[]): string {
  return roots.find((root) => isBelow(path, root)) ?? dirname(path);
}

function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !isBelowOneOf(path, all));
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isBelow(path, folder));
}

function foldersAbove(path: string, roots: readonly string[]): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); roots.some((root) => isBelow(folder, root)); folder = dirname(folder))
    folders.push(folder);
  return folders;
}
