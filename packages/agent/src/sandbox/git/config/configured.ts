/** Where git looks for what it is told, and what it is led to from there. All paths are byte paths. */
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { bytePath } from '../byte-path.ts';
import { settingsIn } from './harmless-config.ts';
import { namedBy } from './named-by.ts';
import type { Names } from './named-by.ts';
import { textAt } from '../text-at.ts';

/** Files for all who work on the machine, where git and its packages keep them. */
const OF_THE_SYSTEM = ['/etc', '/usr/local/etc', '/opt/homebrew/etc', '/home/linuxbrew/.linuxbrew/etc'];

/** The files that git reads in every repository. The user's git may be started with other variables than this program: each place counts. */
export function configurationsOfTheUser(): readonly string[] {
  const { GIT_CONFIG_GLOBAL: global, GIT_CONFIG_SYSTEM: system, XDG_CONFIG_HOME: xdg } = process.env;
  const named = [global, system, ...(isGiven(xdg) ? [join(xdg, 'git/config')] : [])].filter(isGiven);
  const usual = [join(homedir(), '.gitconfig'), join(homedir(), '.config/git/config')];
  const files = [...OF_THE_SYSTEM.map((folder) => join(folder, 'gitconfig')), ...usual, ...named];
  return [...new Set(files.map((file) => bytePath(resolve(file))))];
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

export interface Configured {
  /** The files themselves, and those that they include. */
  readonly files: readonly string[];
  readonly names: readonly Names[];
}

/** `configured(files)`: whatever the condition of an include says: it may hold later. */
export function configured(files: readonly string[]): Configured {
  const read = [...files];
  const names = files.flatMap((file) => namesIn(file, read, DEEPEST));
  return { files: read, names };
}

/** As deep as git goes. */
const DEEPEST = 10;

function namesIn(file: string, read: string[], depth: number): readonly Names[] {
  const names = settingsIn(textAt(file)).flatMap(namedBy);
  const more = names.flatMap((one) => {
    if (one.is !== 'file to include' || depth === 0) return [];
    const path = resolve(dirname(file), expanded(one.path));
    if (read.includes(path)) return [];
    read.push(path);
    return namesIn(path, read, depth - 1);
  });
  return [...names, ...more];
}

/** `~/x` and `~name/x`, as git does. */
export function expanded(path: string): string {
  const [, user, rest = ''] = /^~([^/]*)(.*)$/s.exec(path) ?? [];
  if (user === undefined) return path;
  if (user === '') return bytePath(homedir()) + rest;
  const entry = textAt('/etc/passwd')
    .split('\n')
    .find((line) => line.startsWith(`${user}:`));
  return (entry?.split(':')[5] ?? path) + rest;
}
