import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { codeOf } from '@toolthread/core/json';
import { systemTrouble } from './system-trouble.ts';
import type { Trouble } from './system-trouble.ts';

/** Nobody writes more into a file of settings, and no list of tokens or prices grows so long. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Thrown where a file is there and cannot be read; `cause` has the system's code of it, or one that says what else is wrong. */
export class UnreadableFile extends Error {
  readonly trouble: Trouble;

  constructor(path: string, cause: unknown) {
    const trouble = systemTrouble(`${path} cannot be read`, cause);
    super(trouble.what, { cause });
    this.trouble = trouble;
  }
}

/**
 * What a small file holds that is read as a whole: `fileText('data/mcp.json')`. Undefined if nothing has that name. A pipe would be waited for, a device may
 * never end, and a link that leads nowhere is a file that somebody misses: each is an `UnreadableFile`.
 */
export function fileText(path: string): string | undefined {
  try {
    return textAt(path);
  } catch (error) {
    throw new UnreadableFile(path, error);
  }
}

/** The same of a file that somebody named, which must be there. */
export function givenText(path: string): string {
  const text = fileText(path);
  if (text === undefined) throw new UnreadableFile(path, trouble('ENOENT'));
  return text;
}

function textAt(path: string): string | undefined {
  if (!isNamed(path)) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    if (fstatSync(file).isDirectory()) throw trouble('EISDIR');
    if (!fstatSync(file).isFile()) throw trouble('EFTYPE');
    if (fstatSync(file).size > MOST_BYTES) throw trouble('EFBIG');
    return decoded(wholeOf(file));
  } finally {
    closeSync(file);
  }
}

function isNamed(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A part of the path is no folder.
    if (codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** It may grow meanwhile, and some files of the system do not say how long they are. */
function wholeOf(file: number): Buffer {
  const pieces: Buffer[] = [];
  for (let read = 0; read <= MOST_BYTES;) {
    const piece = Buffer.alloc(CHUNK);
    const count = readSync(file, piece);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    read += count;
  }
  throw trouble('EFBIG');
}

const CHUNK = 64 * 1024;

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw trouble('EILSEQ');
  }
}

function trouble(code: 'ENOENT' | 'EISDIR' | 'EFTYPE' | 'EFBIG' | 'EILSEQ'): Error {
  return Object.assign(new Error(code), { code });
}
