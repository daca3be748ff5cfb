/** Files inside a session's own folder, and nothing else: no path out of it, no link, whatever a transcript says. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Of an output that was kept apart, and of what is said of an agent. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Names of the plain files in a folder that is no link; none if it is not there. */
export function filesIn(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Opens a plain file, undefined for anything else: the system itself refuses to follow a link at the end of the path. The caller closes it. */
export function openOwnFile(folder: string, name: string): number | undefined {
  if (name !== basename(name) || name === '' || name === '.' || name === '..') return undefined;
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  try {
    const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch {
    // It is not there, is a link, or may not be read.
  }
  return undefined;
}

/** All of a plain file, undefined for anything else, and for one that is too large. */
export function readOwnFile(folder: string, name: string, mostBytes: number = MOST_BYTES): Uint8Array | undefined {
  const file = openOwnFile(folder, name);
  if (file === undefined) return undefined;
  try {
    return fstatSync(file).size > mostBytes ? undefined : readFileSync(file);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** `…/<session>.jsonl` has its folder beside it: `…/<session>`. Undefined if a part of the way into it is a link. */
export function sessionFolder(path: string, ...inside: readonly string[]): string | undefined {
  const name = basename(path).replace(/\.jsonl(\.(zst|gz))?$/, '');
  if (name === '' || name === basename(path)) return undefined;
  let folder = join(dirname(path), name);
  for (const next of ['', ...inside]) {
    folder = next === '' ? folder : join(folder, next);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  }
  return folder;
}
