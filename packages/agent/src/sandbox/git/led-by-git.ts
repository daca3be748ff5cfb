/** What lies in the workspace, beside a repository, and is included or run by git because the repository or its user says so. */
import { readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { bytePath, isBelow, systemPath, textAt } from './byte-path.ts';
import { followLinks } from './follow-links.ts';
import type { Link } from './follow-links.ts';
import { foldersBehind } from './folders-behind.ts';
import { namedBy, settingsIn } from './harmless-config.ts';
import type { Names } from './harmless-config.ts';
import { CONTROLS } from './is-git-folder.ts';

/** Byte paths in the workspace. */
export interface Led {
  /** Files and folders, with no link on the way. */
  readonly present: readonly string[];
  /** Where git would look, and nothing is. */
  readonly absent: readonly string[];
  /** By which git gets there. */
  readonly links: readonly Link[];
}

/** `ledByGit(path, workspace)`: by a `.git`, or a folder of that shape. */
export function ledByGit(path: string, workspace: string): Led {
  const found = statOf(path);
  if (found === undefined) return { present: [], absent: [], links: [] };
  const folders = new Set([...(found.isDirectory() ? [path] : []), ...foldersBehind(path)]);
  const named = [...folders].flatMap((folder) => namedPaths(folder, dirname(path)));
  const ways = named.map(({ place, where }) => ({ where, ...followLinks(place) }));
  const isBeside = (one: string): boolean =>
    isBelow(one, workspace) && ![...folders].some((folder) => isBelow(one, folder)) && !HUSKY.test(one);
  const ends = ways.filter(({ end }) => isBeside(end));
  const isThere = ({ end, where }: (typeof ends)[number]): boolean =>
    where === 'a file, perhaps' ? statOf(end)?.isFile() === true : statOf(end) !== undefined;
  const used = ways.filter((way) => way.where !== 'a file, perhaps' || statOf(way.end)?.isFile() === true);
  return {
    present: [...new Set(ends.filter(isThere).map(({ end }) => end))],
    absent: [...new Set(ends.filter((way) => way.where === 'here' && !isThere(way)).map(({ end }) => end))],
    links: used.flatMap(({ links }) => links).filter((link) => isBeside(link.path)),
  };
}

/** husky writes its own into this folder at every install: it stays the user's own matter. */
const HUSKY = /\/\.husky(?:\/|$)/;

interface Named {
  readonly place: string;
  readonly where: 'here' | 'a file, perhaps';
}

function namedPaths(gitFolder: string, above: string): readonly Named[] {
  const own = CONTROLS.map((name) => join(gitFolder, name));
  const files = [...own.filter((path) => /\/config[^/]*$/.test(path)), ...ofTheUser()];
  const included: string[] = [];
  const names = files.flatMap((file) => namesIn(file, included, DEEPEST));
  const worktrees = names.flatMap((one) => (one.is === 'worktree' ? [resolve(gitFolder, expanded(one.path))] : []));
  const bases = [above, gitFolder, ...worktrees];
  const from = (path: string): readonly string[] => bases.map((base) => resolve(base, expanded(path)));
  const folders = names.flatMap((one) => (one.is === 'folder' ? from(one.path) : []));
  const hooks = [...folders, join(gitFolder, 'hooks')].flatMap(entriesOf);
  const commands = names.flatMap((one) => (one.is === 'command' ? [one] : []));
  const surely = commands.flatMap((one) => one.surely.flatMap(from));
  const perhaps = commands.flatMap((one) => one.perhaps.flatMap(from));
  return [
    ...[...own, ...included, ...folders, ...hooks, ...surely].map((place) => ({ place, where: 'here' }) as const),
    ...perhaps.map((place) => ({ place, where: 'a file, perhaps' }) as const),
  ];
}

/** As deep as git goes. */
const DEEPEST = 10;

/** Whatever the condition of an include says: it may hold later. */
function namesIn(file: string, included: string[], depth: number): readonly Names[] {
  const names = settingsIn(textAt(file)).flatMap((setting) => namedBy(setting) ?? []);
  const more = names.flatMap((one) => {
    if (one.is !== 'file to include' || depth === 0) return [];
    const path = resolve(dirname(file), expanded(one.path));
    if (included.includes(path)) return [];
    included.push(path);
    return namesIn(path, included, depth - 1);
  });
  return [...names, ...more];
}

function ofTheUser(): readonly string[] {
  const { GIT_CONFIG_GLOBAL: global, XDG_CONFIG_HOME: config = join(homedir(), '.config') } = process.env;
  const own = global === undefined ? [join(homedir(), '.gitconfig'), join(config, 'git/config')] : [global];
  return ['/etc/gitconfig', ...own].map(bytePath);
}

/** `~/x` and `~name/x`, as git does. */
function expanded(path: string): string {
  const [, user, rest = ''] = /^~([^/]*)(.*)$/s.exec(path) ?? [];
  if (user === undefined) return path;
  if (user === '') return bytePath(homedir()) + rest;
  const entry = textAt('/etc/passwd')
    .split('\n')
    .find((line) => line.startsWith(`${user}:`));
  return (entry?.split(':')[5] ?? path) + rest;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(systemPath(folder), 'latin1').map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(systemPath(path));
  } catch {
    return undefined;
  }
}
