/** What became of a workspace since a tree of it was saved: before and after, kept by content. */
import type { FileChange } from '@toolthread/core';
import { createTwoFilesPatch, structuredPatch } from 'diff';
import type { Blobs } from '../blobs.ts';
import { decodeText } from '../tools/decode-text.ts';
import type { Snapshot } from './snapshot.ts';
import type { Tree } from './tree.ts';

export interface Changes {
  /** Sorted by path. */
  readonly files: readonly FileChange[];
  /** Files of which it is not known whether they changed. */
  readonly unknown: readonly string[];
}

/** `await changesBetween(before, after, blobs)` */
export async function changesBetween(before: Tree, after: Snapshot, blobs: Blobs): Promise<Changes> {
  const unknown = [...new Set([...before.left, ...after.left])].sort();
  const hashes = await blobs.putAll([...after.files.values()]);
  const now = new Map([...after.files.keys()].map((path, index) => [path, hashes[index]]));
  const paths = [...new Set([...before.files.keys(), ...now.keys()])].sort();
  const files: FileChange[] = [];
  for (const path of paths) {
    const [old, is] = [before.files.get(path), now.get(path)];
    if (old === is || before.left.has(path) || after.left.has(path)) continue;
    files.push(await changeOf(path, old, is, blobs));
  }
  return { files, unknown };
}

async function changeOf(
  path: string,
  before: string | undefined,
  after: string | undefined,
  blobs: Blobs,
): Promise<FileChange> {
  const [old, now] = [await textOf(before, blobs), await textOf(after, blobs)];
  return {
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(old === undefined || now === undefined ? {} : lineCounts(old, now)),
  };
}

/** After so long the difference is not worth the wait. */
const TIMEOUT_MS = 500;

function lineCounts(old: string, now: string): { added: number; removed: number } | Record<never, never> {
  const patch = structuredPatch('', '', old, now, '', '', { context: 0, timeout: TIMEOUT_MS });
  if (patch === undefined) return {};
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

/** `await diffOf(files, blobs)`: one unified diff of all of it, for the eye. */
export async function diffOf(files: readonly FileChange[], blobs: Blobs): Promise<string> {
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

/** No file reads as no text; undefined where the content is no text, or no longer kept. */
async function textOf(hash: string | undefined, blobs: Blobs): Promise<string | undefined> {
  if (hash === undefined) return '';
  const bytes = await blobs.get(hash);
  return bytes === undefined ? undefined : decodeText(bytes);
}
