/**
 * What git would run outside is not written by a command in the sandbox. The repositories that are there when it starts are
 * read-only, and cannot be moved aside; what is there only afterwards is made harmless when it ends.
 */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bytePath, shownPath, systemPath } from './byte-path.ts';
import { findRepositories } from './find-repositories.ts';
import type { Control, Repository } from './find-repositories.ts';
import { fingerprint } from './fingerprint.ts';
import { pathsIn } from './git-config.ts';
import { isGitFolder, SHAPE } from './git-folder.ts';

/** Plain data, so that another process can finish the work of one that died. All paths in it are byte paths. */
export interface Guard {
  /** The workspace first, then folders outside of it that its `.git` leads to, where they may be written. */
  readonly roots: readonly string[];
  readonly known: readonly Known[];
  /** Files that git would be led to by a configuration that stands, and that are not there. */
  readonly absent: readonly string[];
}

export interface Known {
  readonly path: string;
  readonly kind: Repository['kind'];
  readonly controls: readonly (Control & { readonly print: string })[];
}

export type Guarded =
  /** The mounts are arguments of bubblewrap, with byte paths. */
  | { readonly ok: true; readonly guard: Guard; readonly mounts: readonly string[] }
  | { readonly ok: false; readonly why: string };

const MOST = 500;

/** `await guardRepositories('/home/me/project', 'read')`: `write` lets a command commit, and change nothing that git runs. */
export async function guardRepositories(folder: string, git: 'read' | 'write'): Promise<Guarded> {
  const workspace = bytePath(folder);
  const known: Known[] = [];
  for await (const found of findRepositories(workspace)) {
    known.push(knownOf(found, workspace));
    if (known.length > MOST) return { ok: false, why: tooMany(known, workspace) };
  }
  const outside = known
    .flatMap(({ path, kind }) => (kind === 'file' ? foldersBehind(path) : []))
    .filter(isOutside(workspace));
  const roots = [...new Set(outside)];
  const writable = git === 'write' ? roots : [];
  for (const root of writable) {
    for await (const found of findRepositories(root)) known.push(knownOf(found, root));
  }
  const led = [...known.map(({ path }) => path), ...roots].flatMap((path) => ledBy(path, workspace));
  const present = led.filter(isReal);
  const kept: readonly Known[] = present.map((path) => ({ path, kind: 'file', controls: [] }));
  return {
    ok: true,
    guard: { roots: [workspace, ...writable], known, absent: led.filter((path) => !existsSync(systemPath(path))) },
    mounts: [
      ...roots.flatMap((root) => [git === 'write' ? '--bind' : '--ro-bind', root, root]),
      ...mountsOf([...known, ...kept], [workspace, ...roots], git),
    ],
  };
}

function knownOf({ name, path, kind, controls }: Repository, root: string): Known {
  const prints = controls.map((control) => ({ ...control, print: fingerprint(join(path, control.name)) }));
  return { path: join(root, name), kind, controls: prints };
}

function tooMany(known: readonly Known[], workspace: string): string {
  const folders = known.map(({ path }) => path.slice(workspace.length + 1).split('/')[0] ?? '');
  const count = (folder: string): number => folders.filter((one) => one === folder).length;
  const most = [...new Set(folders)].map((folder) => ({ folder, count: count(folder) }));
  const [first] = most.toSorted((a, b) => b.count - a.count);
  const where = first === undefined || first.count < 2 ? '' : `, most of them in ${shownPath(first.folder)}`;
  return (
    `the workspace holds more than ${MOST} repositories${where}, too many to guard. ` +
    'Remove those that nobody needs, or work in one of its folders'
  );
}

/** Each folder on the way is a mount of its own, too: nobody can move a mount. */
function mountsOf(known: readonly Known[], roots: readonly string[], git: 'read' | 'write'): readonly string[] {
  const mounted = known.filter(({ kind }) => kind !== 'link');
  const guarded = mounted.filter(({ path }) => git === 'write' || !mounted.some((other) => isWithin(path, other.path)));
  const onTheWay = guarded.flatMap(({ path, kind }) => [
    ...foldersAbove(path, roots),
    ...(git === 'write' && kind === 'folder' && !roots.includes(path) ? [path] : []),
  ]);
  const readOnly = guarded.flatMap(({ path, kind, controls }) => {
    if (git === 'read' || kind === 'file') return [path];
    return controls.filter(({ is }) => is !== 'link').map(({ name }) => join(path, name));
  });
  const shortFirst = [...new Set(onTheWay)].toSorted((a, b) => a.length - b.length);
  return [
    ...shortFirst.flatMap((path) => ['--bind', path, path]),
    ...[...new Set(readOnly)].flatMap((path) => ['--ro-bind', path, path]),
  ];
}

function foldersAbove(path: string, roots: readonly string[]): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); roots.some((root) => isWithin(folder, root)); folder = dirname(folder))
    folders.push(folder);
  return folders;
}

/** Below it, and not it. */
function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function isOutside(workspace: string): (path: string) => boolean {
  return (path) => path !== workspace && !isWithin(path, workspace) && !isWithin(workspace, path);
}

/** Where a `.git` file leads: the folder of a worktree or of a submodule, and that of the repository it belongs to. */
function foldersBehind(file: string): readonly string[] {
  const own = folderNamed(file, /^gitdir: (.*)$/m);
  if (own === undefined) return [];
  const common = folderNamed(join(own, 'commondir'), /^(.*)$/m);
  return common === undefined ? [own] : [common, ...(isWithin(own, common) ? [] : [own])];
}

function folderNamed(file: string, pattern: RegExp): string | undefined {
  const named = pattern.exec(textOf(file))?.[1]?.trim();
  if (named === undefined || named === '') return undefined;
  try {
    const folder = realpathSync.native(systemPath(resolve(dirname(file), named)), 'latin1');
    return isGitFolder(SHAPE.filter((name) => existsSync(systemPath(join(folder, name))))) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Files and folders of the workspace that a configuration has git include or look for hooks in. husky writes its own into
 * `.husky` at every install: that folder stays the user's own matter. All are byte paths.
 */
export function ledBy(gitFolder: string, workspace: string): readonly string[] {
  const worktree = isWithin(gitFolder, workspace) ? dirname(gitFolder) : workspace;
  const named = ['config', 'config.worktree'].flatMap((name) => pathsIn(textOf(join(gitFolder, name))));
  const paths = named.map(({ is, path }) => resolve(is === 'file to include' ? gitFolder : worktree, path));
  const beside = paths.filter((path) => isWithin(path, workspace) && !isWithin(path, gitFolder));
  return [...new Set(beside)].filter((path) => !/\/\.husky(?:\/|$)/.test(path));
}

/** It is there, and no link is on the way: a mount would be made where the link leads. */
function isReal(path: string): boolean {
  return existsSync(systemPath(path)) && realpathSync.native(systemPath(path), 'latin1') === path;
}

const MOST_BYTES = 256 * 1024;

function textOf(file: string): string {
  try {
    const { size } = lstatSync(systemPath(file));
    return size > MOST_BYTES ? '' : readFileSync(systemPath(file), 'latin1');
  } catch {
    return '';
  }
}
