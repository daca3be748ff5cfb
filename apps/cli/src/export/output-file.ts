/** Where an export is written. A file that is there stays, unless it is to be replaced; the session itself stays in any case. */
import { randomUUID } from 'node:crypto';
import { constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipedFrom } from '../sessions/piped-session.ts';
import { systemCode, systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';

export interface OutputFile {
  readonly ok: true;
  write(text: string): Promise<void>;
  /** Only now is an older file replaced. */
  keep(): Promise<void>;
  /** Leaves everything as it was. */
  drop(): Promise<void>;
}

/** `await openOutput('out.md', { sources: ['session.jsonl'], force: false })`: `sources` are the session and what is read with it. */
export async function openOutput(
  path: string,
  { sources, force }: { readonly sources: readonly string[]; readonly force: boolean },
): Promise<OutputFile | Trouble> {
  if (path === '')
    return { ok: false, what: 'The name of the file to write is empty.', whatToDo: 'Give a file with -o.' };
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFIFO() === true) return await toPipe(path);
    if (sources.some((source) => isOfSource(path, source)))
      return {
        ok: false,
        what: `${path} is the session itself. Nothing was written.`,
        whatToDo: 'Give another file with -o.',
      };
    if (found?.isFile() === true && !force)
      return {
        ok: false,
        what: `${path} exists already. Nothing was written.`,
        whatToDo: 'Give another file with -o, or --force to replace it.',
      };
    if (found === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      return {
        ok: false,
        what: `${path} is a link to something that does not exist. Nothing was written.`,
        whatToDo: 'Give another file with -o, or remove the link.',
      };
    // A device takes what comes; a new file must still be new when it is made.
    if (found?.isFile() !== true)
      return opened(await open(path, found === undefined ? 'wx' : 'w'), path, found === undefined);
    const target = realpathSync(path);
    const draft = join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}`);
    // Who could not read the older file cannot read the new one.
    const mode = found.mode & 0o777;
    const file = await open(draft, 'wx', mode);
    // The umask may have taken more away; a file system without modes gives none back.
    await file.chmod(mode).catch(() => undefined);
    return opened(file, draft, true, target);
  } catch (error) {
    return systemTrouble(`${path} cannot be written`, error);
  }
}

/** To open a pipe that nobody reads would wait in silence. Its reader would see an end if the first handle were closed before the second is there. */
async function toPipe(path: string): Promise<OutputFile | Trouble> {
  let first: FileHandle;
  try {
    first = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) !== 'ENXIO') throw error;
    return {
      ok: false,
      what: `${path} is a pipe that nobody reads. Nothing was written.`,
      whatToDo: 'Start its reader first, or give another file with -o.',
    };
  }
  try {
    return opened(await open(path, 'w'), path, false);
  } finally {
    await first.close();
  }
}

function opened(file: FileHandle, path: string, ours: boolean, target?: string): OutputFile {
  return {
    ok: true,
    async write(text) {
      await file.writeFile(text);
    },
    async keep() {
      await file.close();
      if (target !== undefined) await rename(path, target);
    },
    async drop() {
      await file.close();
      if (ours) await rm(path, { force: true });
    },
  };
}

/** By whatever name: links lead to the same file. What is in the session's own folder, or in the store it is in, is part of it. */
function isOfSource(path: string, source: string): boolean {
  const store = source.replace(/#[\w-][\w-]*$/, '');
  const files = [source, store, `${store}-wal`, `${store}-shm`];
  const found = statSync(path, { throwIfNoEntry: false });
  const known = [...files.map((file) => statSync(file, { throwIfNoEntry: false })), pipedFrom(source)];
  if (found?.isFile() === true && known.some((one) => isSame(found, one))) return true;
  const place = realOf(path);
  const folders = [store, source.replace(/\.jsonl(?:\.(?:zst|gz))?$/, '')].filter((folder) =>
    statSync(folder, { throwIfNoEntry: false })?.isDirectory(),
  );
  return place !== undefined && folders.some((folder) => place.startsWith(`${realpathSync(folder)}${sep}`));
}

interface Identity {
  readonly dev: number;
  readonly ino: number;
}

function isSame(a: Identity, b: Identity | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Of a file that is not there yet: where it would be. */
function realOf(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
      ? join(realpathSync(dirname(path)), basename(path))
      : realpathSync(path);
  } catch {
    return undefined;
  }
}
