/** What a run changed in its workspace: before and after, kept by content. */
import { createTwoFilesPatch } from 'diff';
import type { Blobs } from '../blobs.ts';
import { decodeText } from '../tools/decode-text.ts';
import type { FileState, Snapshot } from './snapshot.ts';

export interface Changes {
  readonly files: readonly FileChange[];
  /** Files of which it is not known whether they changed. */
  readonly unknown: readonly string[];
}

export interface FileChange {
  readonly path: string;
  /** Absent: the run created it. */
  readonly before?: Kept;
  /** Absent: the run removed it. */
  readonly after?: Kept;
}

export interface Kept {
  readonly sum: string;
  /** Where the blobs have the content. */
  readonly blob: string;
}

/** `await changesBetween(before, after, blobs)`: sorted by path. */
export async function changesBetween(before: Snapshot, after: Snapshot, blobs: Blobs): Promise<Changes> {
  const unknown = [...new Set([...before.left, ...after.left])].sort();
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  const files: FileChange[] = [];
  for (const path of paths) {
    const [old, now] = [before.files.get(path), after.files.get(path)];
    if (old?.sum === now?.sum || before.left.has(path) || after.left.has(path)) continue;
    const [was, is] = [await keep(old, blobs), await keep(now, blobs)];
    files.push({ path, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) });
  }
  return { files, unknown };
}

async function keep(file: FileState | undefined, blobs: Blobs): Promise<Kept | undefined> {
  return file === undefined ? undefined : { sum: file.sum, blob: await blobs.put(file.bytes) };
}

const TIMEOUT_MS = 500;

/** `await diffOf(changes, blobs)`: one unified diff of all of it, for the eye. */
export async function diffOf({ files }: Changes, blobs: Blobs): Promise<string> {
  const parts: string[] = [];
  for (const { path, before, after } of files) {
    const [old, now] = [await textOf(before, blobs), await textOf(after, blobs)];
    const names = [
      before === undefined ? '/dev/null' : `a/${path}`,
      after === undefined ? '/dev/null' : `b/${path}`,
    ] as const;
    const patch =
      old === undefined || now === undefined
        ? undefined
        : createTwoFilesPatch(...names, old, now, undefined, undefined, { timeout: TIMEOUT_MS });
    parts.push(patch ?? `Binary or very different: ${names.join(' and ')}\n`);
  }
  return parts.join('');
}

async function textOf(kept: Kept | undefined, blobs: Blobs): Promise<string | undefined> {
  if (kept === undefined) return '';
  const bytes = await blobs.get(kept.blob);
  return bytes === undefined ? undefined : decodeText(bytes);
}
