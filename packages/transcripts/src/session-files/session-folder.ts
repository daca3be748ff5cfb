/** Files inside a session's own folder, and nothing else: no path out of it, no link, whatever a transcript says. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Names of the plain files in a folder that is no link; none if it is not there. */
export function filesIn(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Undefined for what is no plain file: the system itself refuses to follow a link at the end of the path. */
export function readOwnFile(folder: string, name: string): Uint8Array | undefined {
  if (name !== basename(name) || name === '' || name === '.' || name === '..') return undefined;
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  try {
    const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return fstatSync(file).isFile() ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
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
