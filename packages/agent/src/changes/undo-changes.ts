import { createHash } from 'node:crypto';
import { rmdir, stat, unlink } from 'node:fs/promises';
import type { FileChange } from '@toolthread/core';
import { countOf } from '@toolthread/core/text';
import type { Blobs } from '../blobs.ts';
import { walk } from '../workspace/walk.ts';
import { locate, locateFolder, removeAt, writeText } from '../workspace/locate.ts';
import { standing } from './standing.ts';

/** What an undo did, or why it did nothing. */
export type Undone =
  /** What the undo itself changed. */
  { readonly ok: true; readonly files: readonly FileChange[] } | { readonly ok: false; readonly problem: string };

/** What to do, by path, with the digest of the content that the change left there. */
interface Plan {
  readonly removes: Map<string, string | undefined>;
  /** Folders in the place of files. */
  readonly folders: Set<string>;
  readonly writes: Map<string, { readonly content: Uint8Array; readonly left: string | undefined }>;
}

/** Why no more files may be touched: another process works with them now. Undefined: they are still ours. */
type WhyNotOurs = () => Promise<string | undefined>;

/** A process may be frozen between any two files, long enough for another to take over its work. */
const PROOF_MS = 1000;

/**
 * Restores every file to its state before a change. All files are checked first. If one is not as the change left it, somebody's work
 * would be lost, so nothing is touched. Each file is checked again right before it is touched. `whyNotOurs` is asked before the first file,
 * and again whenever a second has passed. If either check fails, the undo ends there and says what it has undone.
 *
 * @example
 * import { existsSync, writeFileSync } from 'node:fs';
 * const workspace = exampleFolder();
 * writeFileSync(`${workspace}/a.txt`, 'one\n');
 * const after = await exampleBlobs.put(new TextEncoder().encode('one\n'));
 * (await undoChanges(workspace, [{ path: 'a.txt', after }], exampleBlobs)).ok; //=> true
 * existsSync(`${workspace}/a.txt`); //=> false
 */
export async function undoChanges(
  workspace: string,
  files: readonly FileChange[],
  blobs: Blobs,
  whyNotOurs?: () => Promise<string | undefined>,
): Promise<Undone> {
  // If the folder is missing, every file looks as if somebody had removed it.
  if (!(await isFolder(workspace))) return { ok: false, problem: NOT_THERE };
  const plan: Plan = { removes: new Map(), folders: new Set(), writes: new Map() };
  // A file that became a folder, or was one, comes before what is in it.
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const problem = await check(workspace, file, blobs, plan);
    if (problem !== undefined) return { ok: false, problem: `${problem} Nothing was undone.` };
  }
  for (const folder of plan.folders) {
    const holds = await strangerIn(workspace, folder, plan.removes);
    if (holds !== undefined) return { ok: false, problem: `${holds} is in the way. Nothing was undone.` };
  }
  const undone: string[] = [];
  const problem = await carryOut(workspace, plan, undone, provenBy(whyNotOurs));
  if (problem !== undefined) return { ok: false, problem: `${problem} ${partWords(undone, plan)}` };
  return { ok: true, files: files.map(turned) };
}

const NOT_THERE =
  'The folder with the files of this thread is not there: its storage is not mounted, or somebody removed it. Nothing was undone. Undo again when it is back.';

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

async function check(workspace: string, file: FileChange, blobs: Blobs, plan: Plan): Promise<string | undefined> {
  const { path, before, after } = file;
  const [is, was, became] = [
    await standing(workspace, path),
    await storedBytes(before, blobs),
    await storedBytes(after, blobs),
  ];
  const changed = `${path} was changed since.`;
  // Already restored, by an undo that was cut off: only the rest is left to do.
  if (is.kind === 'file' && was !== undefined && Buffer.compare(is.content, was) === 0) return undefined;
  if (before === undefined && is.kind !== 'file' && is.kind !== 'other') return undefined;
  if (before !== undefined && was === undefined) return `${path} as it was is no longer kept.`;
  if (after !== undefined) {
    if (is.kind !== 'file' || became === undefined || Buffer.compare(is.content, became) !== 0) return changed;
    if (was !== undefined && !is.alone) return `${path} has another name elsewhere (a hard link).`;
  }
  if (after === undefined && is.kind === 'folder') plan.folders.add(path);
  else if (after === undefined && is.kind === 'blocked' && !plan.removes.has(is.by)) return changed;
  else if (after === undefined && (is.kind === 'file' || is.kind === 'other')) return changed;
  const left = became && digestOf(became);
  if (was === undefined) plan.removes.set(path, left);
  else plan.writes.set(path, { content: was, left });
  return undefined;
}

async function storedBytes(hash: string | undefined, blobs: Blobs): Promise<Uint8Array | undefined> {
  return hash === undefined ? undefined : blobs.get(hash);
}

/** Something is in the folder that the undo does not remove. */
async function strangerIn(
  workspace: string,
  folder: string,
  removes: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  const place = await locateFolder(workspace, folder);
  if (!place.ok) return folder;
  for await (const { name, kind } of walk(place, new AbortController().signal)) {
    if (kind !== 'folder' && !removes.has(name)) return name;
    if (kind === 'folder' && /(?:^|\/)(?:\.git|node_modules)$/.test(name)) return name;
  }
  return undefined;
}

async function carryOut(
  workspace: string,
  { removes, folders, writes }: Plan,
  undone: string[],
  proven: WhyNotOurs,
): Promise<string | undefined> {
  for (const [path, left] of removes) {
    const problem =
      (await proven()) ?? (await changedSince(workspace, path, left)) ?? (await attempt(workspace, path, unlink));
    if (problem !== undefined) return problem;
    undone.push(path);
  }
  for (const path of folders) {
    const problem = (await proven()) ?? (await removeEmpty(workspace, path));
    if (problem !== undefined) return problem;
  }
  for (const [path, { content, left }] of writes) {
    const problem = (await proven()) ?? (await changedSince(workspace, path, left));
    if (problem !== undefined) return problem;
    const place = await locate(workspace, path);
    const written = place.ok ? await writeText(place, content) : place;
    if (!written.ok) return written.problem;
    undone.push(path);
  }
  return undefined;
}

/** Asks at most once a second. */
function provenBy(whyNotOurs: WhyNotOurs | undefined): WhyNotOurs {
  let until = -Infinity;
  return async () => {
    if (whyNotOurs === undefined || performance.now() < until) return undefined;
    // The time before the question: the answer may be as old as that.
    until = performance.now() + PROOF_MS;
    return whyNotOurs();
  };
}

async function changedSince(workspace: string, path: string, left: string | undefined): Promise<string | undefined> {
  const is = await standing(workspace, path);
  const isAsLeft = is.kind === 'file' ? digestOf(is.content) === left : is.kind === 'nothing' && left === undefined;
  return isAsLeft ? undefined : `${path} was changed since.`;
}

function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const MOST_NAMES = 3;

/** The next undo finishes it: files that are already restored are left as they are. */
function partWords(undone: readonly string[], { removes, writes }: Plan): string {
  if (undone.length === 0) return 'Nothing was undone.';
  const more = undone.length - MOST_NAMES;
  const names = `${undone.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${countOf(more, 'more file')}` : ''}`;
  const others = removes.size + writes.size - undone.length;
  return `Undone already: ${names}. Not undone: ${countOf(others, 'file')}. Undo again to finish it.`;
}

/** The folders in it, the deepest first. */
async function removeEmpty(workspace: string, folder: string): Promise<string | undefined> {
  const place = await locateFolder(workspace, folder);
  if (!place.ok) return place.problem;
  const names = [folder];
  for await (const { name } of walk(place, new AbortController().signal)) names.push(name);
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const problem = await attempt(workspace, name, rmdir);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function attempt(
  workspace: string,
  name: string,
  remove: (path: string) => Promise<void>,
): Promise<string | undefined> {
  const place = await locate(workspace, name);
  if (!place.ok) return place.problem;
  if (place.name !== name) return `${name} is behind a link.`;
  const removed = await removeAt(place, remove);
  return removed.ok ? undefined : removed.problem;
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
