/** Every repository in a folder, whoever made it and however well it is hidden. */
import { chmodSync, closeSync, constants, openSync, opendirSync, statSync } from 'node:fs';
import type { Dir, Dirent } from 'node:fs';
import { join } from 'node:path';
import { shownPath, systemPath } from './byte-path.ts';
import { isControl, isGitFolder, isOfGit } from './is-git-folder.ts';

export interface Repository {
  /** A byte path from the folder that was searched; empty for that folder itself. */
  readonly name: string;
  /** The byte path by which it can be reached while the search stands here. */
  readonly path: string;
  /** A `.git` may be a file that leads to a folder elsewhere, or a link. */
  readonly kind: 'folder' | 'file' | 'link';
  /** What decides which programs git runs: names below the path, and an empty one for a `.git` that is no folder. */
  readonly controls: readonly Control[];
}

export interface Control {
  readonly name: string;
  readonly is: 'link' | 'no link';
}

/** So long the search may keep everybody else waiting. */
const SLICE_MS = 8;
/** Longer paths than a program may open are entered by their folders. */
const LONGEST = 2048;

type Todo = { readonly path: string; readonly name: string; readonly own: boolean } | { readonly close: number };

/** `for await (const repository of findRepositories(bytePath('/home/me/project')))`. Links are not followed. */
export async function* findRepositories(root: string): AsyncGenerator<Repository> {
  const todo: Todo[] = [{ path: root, name: '', own: false }];
  let until = performance.now() + SLICE_MS;
  try {
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if ('close' in next) {
        closeSync(next.close);
        continue;
      }
      const path = shortened(next.path, todo);
      const { name, own } = next;
      const controls: Control[] = [];
      const shape: string[] = [];
      for (const entry of entriesOf(path)) {
        const inside = { path: join(path, entry.name), name: name === '' ? entry.name : `${name}/${entry.name}` };
        const is = entry.isSymbolicLink() ? 'link' : 'no link';
        if (isControl(entry.name)) controls.push({ name: entry.name, is });
        if (entry.name.length < 10) shape.push(entry.name);
        const ofGit = isOfGit(shownPath(entry.name));
        if (entry.isDirectory()) todo.push({ ...inside, own: ofGit });
        else if (ofGit) yield { ...inside, kind: is === 'link' ? 'link' : 'file', controls: [{ name: '', is }] };
        if (performance.now() < until) continue;
        await new Promise((turn) => setImmediate(turn));
        until = performance.now() + SLICE_MS;
      }
      if (own || isGitFolder(shape)) yield { name, path, kind: 'folder', controls };
    }
  } finally {
    for (const left of todo) if ('close' in left) closeSync(left.close);
  }
}

function shortened(path: string, todo: Todo[]): string {
  if (path.length < LONGEST || process.platform !== 'linux') return path;
  const folder = openSync(systemPath(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  todo.push({ close: folder });
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
    return opendirSync(path, BYTES);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== 'EACCES') throw error;
  }
  const { mode, uid } = statSync(path);
  if (uid !== process.getuid?.()) return undefined;
  chmodSync(path, mode | 0o700);
  return opendirSync(path, BYTES);
}
