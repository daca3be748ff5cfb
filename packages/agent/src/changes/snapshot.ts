import { walk } from '../tools/walk.ts';
import { locate, locateFolder, readBytes } from '../tools/workspace.ts';

const MOST_FILES = 2000;
const MOST_FILE_BYTES = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** The files of a workspace at one moment, as far as the bounds reach. */
export interface Snapshot {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Names of files that are too large or too many to be kept. What becomes of them is not known. */
  readonly left: ReadonlySet<string>;
}

/** `.git` and `node_modules` are passed over, links are not followed. Undefined where there is no such folder. */
export async function takeSnapshot(workspace: string, signal: AbortSignal): Promise<Snapshot | undefined> {
  const files = new Map<string, Uint8Array>();
  const left = new Set<string>();
  const root = await locateFolder(workspace, '.');
  if (!root.ok) return undefined;
  let room = MOST_BYTES;
  for await (const { name, kind } of walk(root, signal)) {
    if (kind === 'more') left.add(name);
    if (kind !== 'file') continue;
    const read = files.size < MOST_FILES ? await readWhole(workspace, name) : undefined;
    if (read === undefined || read.length > room) {
      left.add(name);
      continue;
    }
    room -= read.length;
    files.set(name, read);
  }
  return { files, left };
}

/** Undefined where it is too large, or not there. */
export async function readWhole(workspace: string, name: string): Promise<Uint8Array | undefined> {
  const place = await locate(workspace, name);
  if (!place.ok || place.name !== name) return undefined;
  const read = await readBytes(place, MOST_FILE_BYTES);
  return read.ok && read.size <= MOST_FILE_BYTES ? read.bytes : undefined;
}
