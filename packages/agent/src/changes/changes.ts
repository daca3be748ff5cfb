/** What became of a workspace since a tree of it was saved: before and after, kept by content. */
import type { FileChange } from '@toolthread/core';
import { formatPatch } from 'diff';
import type { Blobs } from '../blobs.ts';
import { lineDiff } from '../diff/line-diff.ts';
import { decodeText } from '../workspace/decode-text.ts';
import type { Snapshot } from './snapshot.ts';
import type { Tree } from './tree.ts';

export interface Changes {
  /** Sorted by path. */
  readonly files: readonly FileChange[];
  /** Files that may have changed or not (nobody knows), and changes that cannot be undone: of links, and of the permission to be executed. */
  readonly unknown: readonly string[];
}

/** `await changesBetween(before, after, blobs)` */
export async function changesBetween(before: Tree, after: Snapshot, blobs: Blobs): Promise<Changes> {
  const unknown = new Set([...before.left, ...after.left, ...otherMarks(before, after)]);
  const hashes = await blobs.putAll([...after.files.values()]);
  const now = new Map([...after.files.keys()].map((path, index) => [path, hashes[index]]));
  const paths = [...new Set([...before.files.keys(), ...now.keys()])].sort();
  const files: FileChange[] = [];
  const until = performance.now() + COUNTING_MS;
  for (const path of paths) {
    const [old, is] = [before.files.get(path), now.get(path)];
    if (old === is || before.left.has(path) || after.left.has(path)) continue;
    if (isBehindLink(path, before) || isBehindLink(path, after)) unknown.add(path);
    else files.push(await changeOf({ path, before: old, after: is }, blobs, until));
  }
  return { files, unknown: named(unknown) };
}

const MOST_NAMED = 200;

/** One by one, or only their folders if the list would be too long to read. */
function named(unknown: ReadonlySet<string>): readonly string[] {
  const folders = [...unknown].map((path) => path.slice(0, path.lastIndexOf('/') + 1) || './');
  const tops = [...unknown].map((path) => path.slice(0, path.indexOf('/') + 1) || './');
  const lists = [unknown, new Set(folders), new Set(tops)].map((names) => [...names].sort());
  return lists.find((names) => names.length <= MOST_NAMED) ?? ['./'];
}

/** Links that changed, and files whose only change is whether they may be run. Files that were made or removed are listed as such. */
function otherMarks(before: Tree, after: Snapshot): readonly string[] {
  const names = [...before.marks.keys(), ...after.marks.keys()];
  return names.filter((name) => {
    if (before.marks.get(name) === after.marks.get(name)) return false;
    const isFile = !isLink(name, before) && !isLink(name, after);
    return !isFile || (before.files.has(name) && after.files.has(name));
  });
}

function isLink(name: string, { marks }: Pick<Tree, 'marks'>): boolean {
  return marks.get(name)?.startsWith('leads to ') === true;
}

/** The file, or a folder above it, is or was a link: nothing is written through it. */
function isBehindLink(path: string, tree: Pick<Tree, 'marks'>): boolean {
  const names = path.split('/');
  return names.some((_, index) => isLink(names.slice(0, index + 1).join('/'), tree));
}

interface Versions {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

async function changeOf({ path, before, after }: Versions, blobs: Blobs, until: number): Promise<FileChange> {
  const [old, now] = [await blobText(before, blobs), await blobText(after, blobs)];
  return {
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(old === undefined || now === undefined ? {} : await lineCounts(old, now, timeLeft(until))),
  };
}

/** The longest time for the diff of one file. */
const TIMEOUT_MS = 1000;
/** The longest time for all diffs together. */
const COUNTING_MS = 2000;
const DIFF_MS = 5000;

function timeLeft(until: number): number {
  return Math.min(TIMEOUT_MS, until - performance.now());
}

async function lineCounts(
  before: string,
  after: string,
  ms: number,
): Promise<{ added: number; removed: number } | Record<never, never>> {
  const hunks = await lineDiff({ before, after, context: 0, ms });
  if (hunks === undefined) return {};
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

/**
 * One unified diff of all files, to be shown. Files that are not compared when the time is over are only named. `until` is a
 * `performance.now()`, for a caller that asks file by file.
 *
 * @example
 * const after = await exampleBlobs.put(new TextEncoder().encode('one\n'));
 * (await diffOf([{ path: 'a.txt', after }], exampleBlobs)).includes('+one'); //=> true
 */
export async function diffOf(
  files: readonly FileChange[],
  blobs: Blobs,
  until: number = performance.now() + DIFF_MS,
): Promise<string> {
  const parts: string[] = [];
  const headers = { oldHeader: undefined, newHeader: undefined };
  for (const { path, before, after } of files) {
    const [old, now] = [await blobText(before, blobs), await blobText(after, blobs)];
    const names = [
      before === undefined ? '/dev/null' : `a/${path}`,
      after === undefined ? '/dev/null' : `b/${path}`,
    ] as const;
    if (old === undefined || now === undefined) {
      parts.push(`Binary: ${names.join(' and ')}\n`);
      continue;
    }
    const hunks = await lineDiff({ before: old, after: now, context: 4, ms: timeLeft(until) });
    parts.push(
      hunks === undefined
        ? `Too large or too different to draw: ${names.join(' and ')}\n`
        : formatPatch({ ...headers, oldFileName: names[0], newFileName: names[1], hunks: [...hunks] }),
    );
  }
  return parts.join('');
}

/** A missing file counts as an empty text. Undefined if the content is not text, or is no longer stored. */
async function blobText(hash: string | undefined, blobs: Blobs): Promise<string | undefined> {
  if (hash === undefined) return '';
  const bytes = await blobs.get(hash);
  return bytes === undefined ? undefined : decodeText(bytes);
}
