/** Every repository in a folder, whoever made it and however well it is hidden. */
import { chmodSync, closeSync, constants, openSync, opendirSync, readlinkSync, statSync } from 'node:fs';
import type { Dir, Dirent } from 'node:fs';
import { join } from 'node:path';
import { isControl, isGitFolder, isOfGit } from './git-folder.ts';

export interface Repository {
  /** From the folder that was searched, with slashes; empty for that folder itself. */
  readonly name: string;
  /** By which it can be reached while the search stands here. */
  readonly path: string;
  /** A `.git` may be a file that leads to a folder elsewhere, or a link. */
  readonly kind: 'folder' | 'file' | 'link';
  /** What decides which programs git runs, each with where it leads if it is a link. */
  readonly controls: readonly string[];
}

/** So long the search may keep everybody else waiting. */
const SLICE_MS = 8;
/** Longer paths than a program may open are entered by their folders. */
const LONGEST = 2048;

type Todo = { readonly path: string; readonly name: string; readonly own: boolean } | { readonly close: number };

/** `for await (const repository of findRepositories('/home/me/project'))`. Links are not followed. */
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
      const controls: string[] = [];
      const shape: string[] = [];
      for (const entry of entriesOf(path)) {
        const inside = { path: join(path, entry.name), name: name === '' ? entry.name : `${name}/${entry.name}` };
        if (isControl(entry.name)) controls.push(entry.name + leadsTo(inside.path, entry));
        if (entry.name.length < 10) shape.push(entry.name);
        const ofGit = isOfGit(entry.name);
        if (entry.isDirectory()) todo.push({ ...inside, own: ofGit });
        else if (ofGit)
          yield { ...inside, kind: entry.isSymbolicLink() ? 'link' : 'file', controls: [leadsTo(inside.path, entry)] };
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
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  todo.push({ close: folder });
  return `/proc/self/fd/${folder}`;
}

function* entriesOf(path: string): Generator<Dirent> {
  const folder = opened(path);
  if (folder === undefined) return;
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
  } finally {
    folder.closeSync();
  }
}

/** One can work with git in a folder that cannot be listed. One that is gone, or somebody else's, holds nothing of ours. */
function opened(path: string): Dir | undefined {
  try {
    return opendirSync(path, { bufferSize: 256 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== 'EACCES') throw error;
  }
  const { mode, uid } = statSync(path);
  if (uid !== process.getuid?.()) return undefined;
  chmodSync(path, mode | 0o700);
  return opendirSync(path, { bufferSize: 256 });
}

function leadsTo(path: string, entry: Dirent): string {
  return entry.isSymbolicLink() ? ` -> ${readlinkSync(path)}` : '';
}
