import { readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Redactor } from '../redact/redactor.ts';
import { isOfGit } from '../sandbox/git/is-git-folder.ts';
import { walk } from '../workspace/walk.ts';
import type { Found } from '../workspace/walk.ts';
import { locate, locateFolder, readBytes } from '../workspace/locate.ts';

const MOST_FILES = 2000;
const MOST_FILE_BYTES = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** The files of a workspace at one moment, within the limits. */
export interface Snapshot {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Names of files that were not kept: they are too large, or there are too many. Their changes are not known. */
  readonly left: ReadonlySet<string>;
  /** What is compared but cannot be undone: the targets of links, and which files may be executed. */
  readonly marks: ReadonlyMap<string, string>;
}

export interface Picture {
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** Secrets that no tool may write into the ledger are also kept out of saved files and their names. */
  readonly secrets?: readonly string[] | undefined;
}

/** `.git` and `node_modules` are skipped, and links are not followed. Undefined if there is no such folder, or if it was stopped. */
export async function takeSnapshot({ workspace, signal, secrets }: Picture): Promise<Snapshot | undefined> {
  const files = new Map<string, Uint8Array>();
  const left = new Set<string>();
  const marks = new Map<string, string>();
  const root = await locateFolder(workspace, '.');
  if (!root.ok) return undefined;
  const redactor = new Redactor(secrets);
  let room = MOST_BYTES;
  for await (const found of walk(root, signal)) {
    const { kind } = found;
    const name = redactor.text(found.name);
    if (name !== found.name) {
      if (kind !== 'folder') left.add(name);
      continue;
    }
    if (kind === 'more') left.add(name);
    if (kind === 'link') marks.set(name, `leads to ${redactor.text(await targetOf(found))}`);
    if (kind !== 'file' || basename(name) === '.git') continue;
    const kept = files.size < MOST_FILES && !name.split('/').some(isOfGit);
    const read = kept ? await readWhole(workspace, name) : undefined;
    if (read === undefined || read.length > room || (await redactor.isHeldBy(read))) {
      left.add(name);
      continue;
    }
    room -= read.length;
    files.set(name, read);
    if (await isExecutable(found)) marks.set(name, 'may be run');
  }
  return signal.aborted ? undefined : { files, left, marks };
}

/** Undefined if it is too large, or not there. */
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
