/** What a run records of its workspace: a snapshot before the first call that may write, and the changes when it ends. */
import type { EventDraft, ThreadState } from '@toolthread/core';
import type { Blobs } from '../blobs.ts';
import { changesBetween } from './changes.ts';
import { takeSnapshot } from './snapshot.ts';
import { readTree, saveTree } from './tree.ts';

/** Where changes are kept. Without a workspace, or without a place to store its files, nothing is kept. */
export interface Kept {
  readonly workspace?: string | undefined;
  readonly blobs?: Blobs | undefined;
  readonly secrets?: readonly string[] | undefined;
  state(): ThreadState;
}

const never = new AbortController().signal;

/** Must be durable before the first call that may write, so that it says after a crash what was there. Returns nothing if the run was stopped. */
export async function savedWorkspace(
  { workspace, blobs, secrets, state }: Kept,
  signal: AbortSignal,
): Promise<readonly EventDraft[]> {
  if (workspace === undefined || blobs === undefined || state().saved !== undefined) return [];
  const before = await takeSnapshot({ workspace, signal, secrets });
  return before === undefined ? [] : [{ type: 'workspace.saved', tree: await saveTree(before, blobs) }];
}

/** Whatever changed since: by a file tool, a shell, or a program that it left running. */
export async function changedWorkspace({ workspace, blobs, secrets, state }: Kept): Promise<readonly EventDraft[]> {
  const { saved, seq } = state();
  if (workspace === undefined || blobs === undefined || saved === undefined) return [];
  const snapshot = { workspace, signal: never, secrets };
  const [before, after] = [await readTree(saved.tree, blobs), await takeSnapshot(snapshot)];
  if (before === undefined || after === undefined) return [];
  const { files, unknown } = await changesBetween(before, after, blobs);
  const more = unknown.length === 0 ? {} : { unknown };
  return [{ type: 'workspace.changed', change: `w${seq + 1}`, files, ...more }];
}
