/** Files inside a session's own folder, and nothing else: no path out of it, no link, whatever a transcript says. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { formatSize } from '@toolthread/core/text';

/** Of an output that was kept apart, and of what is said of an agent. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What was asked for, or why it is not available: `it is a link`. */
export type Own<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Names of all that is in a folder that is no link, but for folders; none if it is not there. What a name means shows when it is opened. */
export function namesIn(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Opens a plain file, and nothing else: the system itself refuses to follow a link at the end of the path. The caller closes it. */
export function openOwnFile(folder: string, name: string): Own<number> {
  if (name !== basename(name) || name === '' || name === '.' || name === '..') return { ok: false, reason: NO_NAME };
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { ok: false, reason: NOT_THERE };
  try {
    const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return { ok: true, value: file };
    closeSync(file);
    return { ok: false, reason: NOT_PLAIN };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** All of a plain file, and of nothing else; not of one that is too large. */
export function readOwnFile(folder: string, name: string, mostBytes: number = MOST_BYTES): Own<Uint8Array> {
  const file = openOwnFile(folder, name);
  if (!file.ok) return file;
  try {
    if (fstatSync(file.value).size <= mostBytes) return { ok: true, value: readFileSync(file.value) };
    return { ok: false, reason: `it has more than ${formatSize(mostBytes)}` };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  } finally {
    closeSync(file.value);
  }
}

export const NOT_THERE = 'it is not there';
const NOT_PLAIN = 'it is not a regular file';
const IS_LINK = 'it is a link';
const NO_NAME = 'it has no name of a file';

/** In words, and without the path. */
function reasonOf(error: unknown): string {
  const code = codeOf(error) || 'unknown';
  if (code === 'ENOENT') return NOT_THERE;
  // Linux and macOS; FreeBSD.
  if (code === 'ELOOP' || code === 'EMLINK') return IS_LINK;
  return code === 'ENXIO' ? NOT_PLAIN : `the system says ${code}`;
}

/** `…/<session>.jsonl` has its folder beside it: `…/<session>`. No part of the way into it is a link. */
export function sessionFolder(path: string, ...inside: readonly string[]): Own<string> {
  const name = basename(path).replace(/\.jsonl(\.(zst|gz))?$/, '');
  if (name === '' || name === basename(path)) return { ok: false, reason: NOT_THERE };
  let folder = join(dirname(path), name);
  for (const next of ['', ...inside]) {
    folder = next === '' ? folder : join(folder, next);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return { ok: false, reason: NOT_THERE };
    if (!found.isDirectory()) return { ok: false, reason: found.isSymbolicLink() ? IS_LINK : 'it is not a folder' };
  }
  return { ok: true, value: folder };
}
