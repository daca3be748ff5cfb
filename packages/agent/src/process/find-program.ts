/** Looks for the programs that the server itself starts, never in a folder where an agent could put one. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { liesIn } from './lies-in.ts';

export interface Lookup {
  /** As `PATH` has it. */
  readonly path: string;
  /** Folders that agents write to. */
  readonly writable: readonly string[];
}

/** An empty `PATH` would mean the current folder. */
const NONE_LEFT = '/usr/bin:/bin';

/**
 * A `PATH` without relative folders, which depend on the current folder, and without those that agents write to.
 *
 * @example
 * safePath({ path: '/usr/bin:bin:/project/bin', writable: ['/project'] }); //=> '/usr/bin'
 */
export function safePath({ path, writable }: Lookup): string {
  const folders = path.split(delimiter).filter(isAbsolute);
  const safe = folders.filter((folder) => !writable.some((one) => liesIn(folder, one)));
  return safe.length === 0 ? NONE_LEFT : safe.join(delimiter);
}

/**
 * The absolute path of a program. A link to a program that an agent could write is skipped.
 *
 * @example
 * findProgram('no-such-program', { path: '/usr/bin:/bin', writable: [] }); //=> undefined
 */
export function findProgram(name: string, { path, writable }: Lookup): string | undefined {
  const programs = safePath({ path, writable })
    .split(delimiter)
    .map((folder) => join(folder, name));
  return programs.find((program) => isProgram(program) && !writable.some((one) => liesIn(program, one)));
}

/** Whether `spawn` would find it, as `execvp` does. */
export function isFound(name: string, { cwd, path }: { readonly cwd: string; readonly path: string }): boolean {
  const folders = name.includes('/') ? ['.'] : path.split(delimiter);
  return folders.some((folder) => isProgram(resolve(cwd, folder, name)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
