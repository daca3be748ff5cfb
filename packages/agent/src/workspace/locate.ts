/**
 * File tools stay inside the workspace, whatever the model writes: `..`, absolute paths, links, links that appear while
 * the call runs, devices. A path is judged by where it really leads, and again by what was really opened.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rmdir, stat, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { isWithin } from '../is-within.ts';
import { codeOf } from '@toolthread/core/json';
import { thrownWords } from '@toolthread/core/text';
import { aloneIn } from '../sandbox/git/alone-in.ts';
import { bytePath } from '../sandbox/git/byte-path.ts';
import { isRunByGit } from '../sandbox/git/is-run-by-git.ts';
import { heldRoot } from './hold-workspace.ts';
import { inFolderBeneath, openBeneath, opensBeneath } from './open-beneath.ts';

export interface Located {
  readonly ok: true;
  /** The real path of the workspace. */
  readonly root: string;
  /** Where the path really leads; it need not exist. */
  readonly path: string;
  /** The same from the workspace, with slashes; `.` for the workspace itself. */
  readonly name: string;
}

export interface Refused {
  readonly ok: false;
  readonly problem: string;
  /** Where it leads, if it is in the workspace and only too deep: a rule that denies it holds all the same. */
  readonly name?: string;
}

const LONGEST_PATH = 4096;
/** Folders between the workspace and a file. Each is entered from the top: a deeper one costs more than the one above it. */
export const DEEPEST = 64;

/** `await locate(context.workspace, 'src/index.ts')` */
export async function locate(workspace: string | undefined, given: string): Promise<Located | Refused> {
  if (workspace === undefined) return refused('This thread has no workspace.');
  if (given.includes('\0')) return refused('A path cannot contain a NUL character.');
  if (given.length > LONGEST_PATH) return refused(`A path has at most ${LONGEST_PATH} characters.`);
  try {
    const root = await realpath(workspace);
    if (root !== (heldRoot(workspace) ?? root)) return refused(REPLACED);
    const inRoot = isAbsolute(given) && isWithin(resolve(given), resolve(workspace));
    const wanted = inRoot ? join(root, relative(resolve(workspace), resolve(given))) : resolve(root, given);
    const path = await leadsTo(wanted);
    if (path === undefined || !isWithin(path, root)) return refused(`${given} is outside of the workspace.`);
    const names = relative(root, path).split(sep);
    const name = names.join('/') || '.';
    return names.length > DEEPEST + 1 ? { ...refused(TOO_DEEP), name } : { ok: true, root, path, name };
  } catch (error) {
    return refused(problemOf(given, error));
  }
}

const TOO_DEEP = `There are at most ${DEEPEST} folders between the workspace and a file: this is deeper.`;
const REPLACED =
  'The workspace is no longer the folder in which this run began: it was moved, or a link is in its place.';

/** The same for a folder that exists. */
export async function locateFolder(workspace: string | undefined, given: string): Promise<Located | Refused> {
  const place = await locate(workspace, given);
  if (!place.ok) return place;
  try {
    return (await stat(place.path)).isDirectory() ? place : refused(`${given} is not a folder.`);
  } catch (error) {
    return refused(problemOf(given, error));
  }
}

/** The deepest part that exists, as it really is, and the rest as given. A link to nowhere leads nowhere. */
async function leadsTo(wanted: string): Promise<string | undefined> {
  if (await leadsSomewhere(wanted)) return realpath(wanted);
  const { root } = parse(wanted);
  const names = wanted.slice(root.length).split(sep);
  const upTo = (count: number): string => root + names.slice(0, count).join(sep);
  // Of a path, what is there comes before what is not.
  let there = 0;
  let missing = names.length;
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (await leadsSomewhere(upTo(middle))) there = middle;
    else missing = middle;
  }
  if (await isThere(upTo(missing))) return undefined;
  return join(await realpath(upTo(there)), ...names.slice(there));
}

/** The real path of a deep folder takes long; whether there is one does not. */
async function leadsSomewhere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

const SAFELY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `await readBytes(located, 1024)`: at most so many bytes of a regular file, and its whole size. */
export async function readBytes(
  place: Located,
  most: number,
): Promise<{ readonly ok: true; readonly bytes: Buffer; readonly size: number } | Refused> {
  return withFile(place, constants.O_RDONLY | SAFELY, async (file, size) => {
    const bytes = Buffer.alloc(Math.min(size, most));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { ok: true, bytes: bytes.subarray(0, filled), size };
  });
}

/** Creates the file and the folders above it, or replaces what is in it. */
export async function writeText(place: Located, text: string | Uint8Array): Promise<Written> {
  return aloneIn([bytePath(place.root)], () => writeAlone(place, text));
}

type Written = { readonly ok: true } | Refused;

async function writeAlone(place: Located, text: string | Uint8Array): Promise<Written> {
  const before = await whyOfGit(place, 'to be written');
  if (before !== undefined) return before;
  const written = await withFile(place, constants.O_WRONLY | constants.O_CREAT | SAFELY, async (file, _, links) => {
    if (links > 1) return refused(`${place.name} is the same file as another one elsewhere (a hard link).`);
    await file.truncate(0);
    await file.writeFile(text);
    return { ok: true };
  });
  // A command of another process may have made a repository around it meanwhile, and that process does not search again.
  const after = await whyOfGit(place, 'just written');
  if (after !== undefined) await takeBack(place);
  return after ?? written;
}

async function whyOfGit(place: Located, file: 'to be written' | 'just written'): Promise<Refused | undefined> {
  try {
    return (await isRunByGit(place, file))
      ? refused(`${place.name} belongs to git; file tools do not write there.`)
      : undefined;
  } catch (error) {
    return refused(`Whether ${place.name} belongs to git is not known: ${thrownWords(error)}. Try again.`);
  }
}

/** With the folders above it that are empty then: the name of one is enough to make a repository. */
async function takeBack(place: Located): Promise<void> {
  await removeAlone(place, unlink);
  const above = ({ root, path, name }: Located): Located => ({
    ok: true,
    root,
    path: dirname(path),
    name: dirname(name),
  });
  for (let folder = above(place); folder.name !== '.'; folder = above(folder))
    if (!(await removeAlone(folder, rmdir)).ok) return;
}

type Remove = (path: string) => Promise<void>;

/** `await removeAt(located, unlink)`: nothing behind a link, also where one comes into the place of a folder meanwhile. */
export async function removeAt(place: Located, remove: Remove): Promise<Written> {
  return aloneIn([bytePath(place.root)], () => removeAlone(place, remove));
}

async function removeAlone(place: Located, remove: Remove): Promise<Written> {
  try {
    const beneath = { root: place.root, names: place.name.split('/'), makesFolders: false };
    await (opensBeneath ? inFolderBeneath(beneath, remove) : remove(place.path));
    return { ok: true };
  } catch (error) {
    return refused(problemOf(place.name, error));
  }
}

async function withFile<T>(
  place: Located,
  flags: number,
  use: (file: FileHandle, size: number, links: number) => Promise<T | Refused>,
): Promise<T | Refused> {
  let file: FileHandle | undefined;
  try {
    const makesFolders = (flags & constants.O_CREAT) !== 0;
    const names = place.name.split('/');
    file = opensBeneath
      ? await openBeneath({ root: place.root, names, flags, makesFolders })
      : await openCompared(place, flags, makesFolders);
    if (file === undefined) return refused(`${place.name} changed its place while it was opened.`);
    const opened = await file.stat();
    if (!opened.isFile()) return refused(`${place.name} is not a regular file.`);
    return await use(file, opened.size, opened.nlink);
  } catch (error) {
    return refused(problemOf(place.name, error));
  } finally {
    await file?.close();
  }
}

/** Where folders cannot be held open: the path is compared with what was opened, and a swap in between is seen. */
export async function openCompared(
  { path }: Located,
  flags: number,
  makesFolders: boolean,
): Promise<FileHandle | undefined> {
  if (makesFolders) await mkdir(dirname(path), { recursive: true });
  const file = await open(path, flags, 0o644);
  const [opened, now] = await Promise.all([file.stat(), stat(path)]);
  if ((await realpath(path)) === path && now.ino === opened.ino && now.dev === opened.dev) return file;
  await file.close();
  return undefined;
}

function refused(problem: string): Refused {
  return { ok: false, problem };
}

/** The error of the file system, in words that name the path as it was given. */
function problemOf(given: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return `There is no ${given}.`;
    case 'EISDIR':
      return `${given} is a folder.`;
    case 'ENOTDIR':
      return `A part of ${given} is not a folder.`;
    case 'EACCES':
    case 'EPERM':
      return `${given} may not be opened.`;
    case 'ELOOP':
      return `${given} is a link that leads elsewhere, or nowhere.`;
    case 'ENAMETOOLONG':
      return 'The path is too long.';
    case 'ENOSPC':
      return 'The disk is full.';
    default:
      return `${given}: ${thrownWords(error)}`;
  }
}
