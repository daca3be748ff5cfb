import { unlink } from 'node:fs/promises';
import type { Blobs } from '../blobs.ts';
import { messageOf } from '../message-of.ts';
import { locate, writeText } from '../tools/workspace.ts';
import type { Changes, FileChange } from './changes.ts';
import { readWhole, sumOf } from './snapshot.ts';

export type Undone =
  | { readonly ok: true; readonly restored: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/**
 * `await undoChanges(workspace, changes, blobs)`: every file as it was before the run. All or nothing is looked at first:
 * where a file is not as the run left it, somebody's work would be lost, and nothing is touched.
 */
export async function undoChanges(workspace: string, { files }: Changes, blobs: Blobs): Promise<Undone> {
  const contents = new Map<FileChange, Uint8Array>();
  for (const file of files) {
    const now = await readWhole(workspace, file.path);
    const sum = now === undefined ? undefined : sumOf(now);
    if (sum !== file.after?.sum) return { ok: false, problem: `${file.path} was changed since. Nothing was undone.` };
    if (file.before === undefined) continue;
    const content = await blobs.get(file.before.blob);
    if (content === undefined || sumOf(content) !== file.before.sum) {
      return { ok: false, problem: `${file.path} as it was is no longer kept. Nothing was undone.` };
    }
    contents.set(file, content);
  }
  for (const file of files) {
    const problem = await restore(workspace, file, contents.get(file));
    if (problem !== undefined) return { ok: false, problem };
  }
  return { ok: true, restored: files.map(({ path }) => path) };
}

async function restore(
  workspace: string,
  { path }: FileChange,
  content: Uint8Array | undefined,
): Promise<string | undefined> {
  const place = await locate(workspace, path);
  if (!place.ok) return place.problem;
  if (content !== undefined) {
    const written = await writeText(place, content);
    return written.ok ? undefined : written.problem;
  }
  try {
    await unlink(place.path);
    return undefined;
  } catch (error) {
    return `${path}: ${messageOf(error)}`;
  }
}
