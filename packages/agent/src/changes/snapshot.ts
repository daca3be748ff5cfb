import { readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isOfGit } from '../sandbox/git/is-git-folder.ts';
import { walk } from '../workspace/walk.ts';
import type { Found } from '../workspace/walk.ts';
import { locate, locateFolder, readBytes } from '../workspace/locate.ts';

const MOST_FILES = 2000;
const MOST_FILE_BYTES = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** The files of a workspace at one moment, as far as the bounds reach. */
export interface Snapshot {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Names of files that are too large or too many to be kept. What becomes of them is not known. */
  readonly left: ReadonlySet<string>;
  /** What cannot be undone and is only compared: where links lead, and which files may be run. */
  readonly marks: ReadonlyMap<string, string>;
}

export interface Picture {
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** Files of which nothing may be kept. */
  readonly isSecret?: (content: Uint8Array) => Promise<boolean>;
}

/** `.git` and `node_modules` are passed over, links are not followed. Undefined where there is no such folder, or it was stopped. */
export async function takeSnapshot({ workspace, signal, isSecret }: Picture): Promise<Snapshot | undefined> {
  const files = new Map<string, Uint8Array>();
  const left = new Set<string>();
  const marks = new Map<string, string>();
  const root = await locateFolder(workspace, '.');
  if (!root.ok) return undefined;
  let room = MOST_BYTES;
  for await (const found of walk(root, signal)) {
    const { name, kind } = found;
    if (kind === 'more') left.add(name);
    if (kind === 'link') marks.set(name, `leads to ${await targetOf(found)}`);
    if (kind !== 'file' || basename(name) === '.git') continue;
    const kept = files.size < MOST_FILES && !name.split('/').some(isOfGit);
    const read = kept ? await readWhole(workspace, name) : undefined;
    if (read === undefined || read.length > room || (await isSecret?.(read)) === true) {
      left.add(name);
      continue;
    }
    room -= read.length;
    files.set(name, read);
    if (await isExecutable(found)) marks.set(name, 'may be run');
  }
  return signal.aborted ? undefined : { files, left, marks };
}

/** Undefined where it is too large, or not there. */
export async function readWhole(workspace: string, name: string): Promise<Uint8Array | undefined> {
  const place = await locate(workspace, name);
  if (!place.ok || place.name !== name) return undefined;
  const read = await readBytes(place, MOST_FILE_BYTES);
  return read.ok && read.size <= MOST_FILE_BYTES ? read.bytes : undefined;
}

async function targetOf({ path }: Found): Promise<string> {
  return readlink(path).catch(() => '');
}

async function isExecutable({ path }: Found): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & 0o100) !== 0;
}
