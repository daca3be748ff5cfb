import { unlink } from 'node:fs/promises';
import type { FileChange } from '@toolthread/core';
import type { Blobs } from '../blobs.ts';
import { messageOf } from '../message-of.ts';
import { locate, writeText } from '../tools/workspace.ts';
import { readWhole } from './snapshot.ts';

export type Undone =
  /** What the undo itself changed. */
  { readonly ok: true; readonly files: readonly FileChange[] } | { readonly ok: false; readonly problem: string };

/**
 * `await undoChanges(workspace, files, blobs)`: every file as it was before. All of it is looked at first: where a file is not
 * as the change left it, somebody's work would be lost, and nothing is touched.
 */
export async function undoChanges(workspace: string, files: readonly FileChange[], blobs: Blobs): Promise<Undone> {
  /** What each file that is not yet as it was has to become; undefined: nothing. */
  const contents = new Map<FileChange, Uint8Array | undefined>();
  for (const file of files) {
    const problem = await check(workspace, file, blobs, contents);
    if (problem !== undefined) return { ok: false, problem: `${problem} Nothing was undone.` };
  }
  for (const [file, content] of contents) {
    const problem = await restore(workspace, file, content);
    if (problem !== undefined) return { ok: false, problem };
  }
  return { ok: true, files: files.map(turned) };
}

async function check(
  workspace: string,
  file: FileChange,
  blobs: Blobs,
  contents: Map<FileChange, Uint8Array | undefined>,
): Promise<string | undefined> {
  const now = await readWhole(workspace, file.path);
  // As it was: an undo that was cut off has come this far, and is only to be finished.
  if (await isStill(now, file.before, blobs)) return undefined;
  if (!(await isStill(now, file.after, blobs))) return `${file.path} was changed since.`;
  if (file.before === undefined) {
    contents.set(file, undefined);
    return undefined;
  }
  const content = await blobs.get(file.before);
  if (content === undefined) return `${file.path} as it was is no longer kept.`;
  contents.set(file, content);
  return undefined;
}

async function isStill(now: Uint8Array | undefined, hash: string | undefined, blobs: Blobs): Promise<boolean> {
  if (now === undefined || hash === undefined) return now === undefined && hash === undefined;
  const content = await blobs.get(hash);
  return content !== undefined && Buffer.compare(now, content) === 0;
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

function turned({ path, before, after, added, removed }: FileChange): FileChange {
  return {
    path,
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
    ...(removed === undefined ? {} : { added: removed }),
    ...(added === undefined ? {} : { removed: added }),
  };
}
