/** Every repository in a folder, whoever made it and however well it is hidden. */
import { closeSync, constants, openSync, opendirSync } from 'node:fs';
import type { Dir, Dirent } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { shownPath, systemPath } from './byte-path.ts';
import { inSlices } from '../../in-slices.ts';
import { isControl, isGitFolder, isOfGit } from './is-git-folder.ts';
import { regainAccess } from './regain-access.ts';
import { reasonOf } from './reason-of.ts';

export interface Repository {
  /** A byte path from the folder that was searched; empty for that folder itself. */
  readonly name: string;
  /** The byte path by which it can be reached while the search is here. */
  readonly path: string;
  /** A `.git` may be a file that leads to a folder elsewhere, or a link. */
  readonly kind: 'folder' | 'file' | 'link';
  /** What decides which programs git runs: names below the path, and an empty one for a `.git` that is not a folder. */
  readonly controls: readonly Control[];
}

/** A folder that could not be looked into, or not to its end. The search goes on behind it. */
export interface Unseen {
  readonly kind: 'unseen';
  readonly name: string;
  readonly why: string;
}

export interface Control {
  readonly name: string;
  readonly is: 'link' | 'no link';
}

/** Longer paths than a program may open are entered by their folders. */
export const LONGEST = 2048;
/** Each of those is held open while the search is below it. Nobody works with git 128 KB deep. */
const MOST_HELD = 64;

type Todo = { readonly path: string; readonly name: string; readonly own: boolean } | 'close the last one held';

/** `for await (const repository of findRepositories(bytePath('/home/me/project')))`. Links are not followed. */
export async function* findRepositories(root: string): AsyncGenerator<Repository | Unseen> {
  const todo: Todo[] = [{ path: root, name: '', own: false }];
  const held: number[] = [];
  const pause = inSlices();
  try {
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (next === 'close the last one held') {
        closeSync(held.pop() ?? -1);
        continue;
      }
      const { name, own } = next;
      let path = next.path;
      const controls: Control[] = [];
      const shape: string[] = [];
      try {
        path = shortened(path, todo, held);
        for (const entry of entriesOf(path)) {
          const inside = { path: join(path, entry.name), name: name === '' ? entry.name : `${name}/${entry.name}` };
          const is = entry.isSymbolicLink() ? 'link' : 'no link';
          if (isControl(entry.name)) controls.push({ name: entry.name, is });
          if (entry.name.length < 10) shape.push(entry.name);
          const ofGit = isOfGit(shownPath(entry.name));
          if (entry.isDirectory()) todo.push({ ...inside, own: ofGit });
          else if (ofGit) yield { ...inside, kind: is === 'link' ? 'link' : 'file', controls: [{ name: '', is }] };
          await pause();
        }
      } catch (error) {
        yield { kind: 'unseen', name, why: reasonOf(error) };
      }
      if (own || isGitFolder(shape)) yield { name, path, kind: 'folder', controls };
    }
  } finally {
    for (const left of held) closeSync(left);
  }
}

function shortened(path: string, todo: Todo[], held: number[]): string {
  if (path.length < LONGEST || process.platform !== 'linux') return path;
  if (held.length === MOST_HELD) throw new Error('it lies too deep');
  const folder = openSync(systemPath(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  held.push(folder);
  todo.push('close the last one held');
  return `/proc/self/fd/${folder}`;
}

function* entriesOf(path: string): Generator<Dirent> {
  const folder = opened(systemPath(path));
  if (folder === undefined) return;
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
  } finally {
    folder.closeSync();
  }
}

const BYTES = { bufferSize: 256, encoding: 'latin1' } as const;

/** One can work with git in a folder that cannot be listed. One that is gone, or somebody else's, holds nothing of ours. */
function opened(path: Buffer): Dir | undefined {
  try {
    regainAccess(path, 0o500);
    return opendirSync(path, BYTES);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error))) return undefined;
    throw error;
  }
}
