import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { LedgerEvent, Thread } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { countOf, formatSize } from '@toolthread/core/text';
import { openOpencodeStore, readSession, readTranscript } from '@toolthread/transcripts';
import type { Format, OpencodeStore, TranscriptOptions } from '@toolthread/transcripts';
import { notUtf8, systemCode, systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import { LEAST_LETTERS, meantBy } from '../sessions/meant-by.ts';
import { progressOn } from '../terminal/progress.ts';
import { plainFileSize, statOf } from './stat-of.ts';

/** Which records of a file are kept as text beside their account. */
export type KeptRecords = NonNullable<TranscriptOptions['keep']>;

export interface OpenedThread extends Thread {
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly events: readonly LedgerEvent[];
  /** Paths of the files of subagents that were read with it. */
  readonly agentFiles?: readonly string[];
  readonly counts: { readonly [name: string]: Json };
}

export type ReadThread = { readonly ok: true; readonly thread: OpenedThread } | Trouble;

/** Longer files say that they are being read. */
const LONG_BYTES = 8 * 1024 * 1024;
/** One session of a database or of folders, or one thread of a ledger: `~/.local/share/opencode#ses_123`. */
const INSIDE = /^(..*)#([\w-][\w-]*)$/s;

/**
 * A thread from a file, with what is in its session's own folder: `await readThread('session.jsonl')`. One that goes on is read again and
 * again: what is open in it is not lost, and nobody is told that it is being read. `each` is told the events: those of a file are not held then.
 */
export async function readThread(
  path: string,
  keep: KeptRecords = 'unknown',
  session: 'is over' | 'goes on' = 'is over',
  each?: (event: LedgerEvent) => void,
): Promise<ReadThread> {
  const place = insideOf(path);
  if (place !== undefined) return told(await readInside(place, keep, session), each);
  const trouble = await pathTrouble(path);
  if (trouble !== undefined) return trouble;
  const goesOn = session === 'goes on';
  const progress = goesOn ? undefined : announce(path);
  const read = await readSession(path, { keep, goesOn, ...(each === undefined ? {} : { each }) });
  progress?.clear();
  if (read.ok) return { ok: true, thread: read };
  return read.code === 'unknown_format' ? unknownFormat(path) : unreadable(path, read.reason);
}

function told(read: ReadThread, each: ((event: LedgerEvent) => void) | undefined): ReadThread {
  if (read.ok && each !== undefined) read.thread.events.forEach(each);
  return read;
}

/** The file alone, as `inspect` counts it; also if its format is not known. */
export async function readFileAlone(path: string): Promise<ReadThread> {
  const inside = insideOf(path);
  if (inside !== undefined) return readInside(inside);
  const trouble = await pathTrouble(path);
  if (trouble !== undefined) return trouble;
  const progress = announce(path);
  const thread = await readSession(path, { beside: false, anyFormat: true });
  progress.clear();
  return thread.ok ? { ok: true, thread } : unreadable(path, thread.reason);
}

/** Whether the path means one session inside of a database or of folders. */
export function isInside(path: string): boolean {
  return insideOf(path) !== undefined;
}

interface InsidePlace {
  readonly store: string;
  readonly session: string;
}

/** `insideOf('opencode.db#ses_1')?.session === 'ses_1'` */
export function insideOf(path: string): InsidePlace | undefined {
  const [, store, session] = INSIDE.exec(path) ?? [];
  return store === undefined || session === undefined || existsSync(path) ? undefined : { store, session };
}

/** Why a path is no transcript, as far as can be said before it is read. */
export async function pathTrouble(path: string): Promise<Trouble | undefined> {
  return (await ledgerTrouble(path)) ?? troubleWith(path);
}

export function unreadable(path: string, reason: string): Trouble {
  return { ok: false, what: `${path} could not be read: ${reason}.`, whatToDo: 'Is it a whole file?' };
}

async function readInside(
  { store, session }: InsidePlace,
  keep: KeptRecords = 'unknown',
  inside: 'is over' | 'goes on' = 'is over',
): Promise<ReadThread> {
  if (isDatabase(store)) {
    const own = await (await import('./read-own-thread.ts')).readOwnThread(store, session);
    if (own !== undefined) return own;
  }
  const document = inStore(store, (opened) => opened.document(session));
  if (document?.ok === false) return document;
  if (document?.value === undefined) {
    const meant = inStore(store, (opened) => sessionMeant(opened, store, session));
    if (meant?.ok === true && typeof meant.value === 'string')
      return readInside({ store, session: meant.value }, keep, inside);
    if (meant?.ok === true && typeof meant.value === 'object') return meant.value;
    return { ok: false, what: `There is no session ${session} in ${store}.`, whatToDo: LIST_SESSIONS };
  }
  const options = { format: 'opencode', path: store, keep, goesOn: inside === 'goes on' } as const;
  return { ok: true, thread: readTranscript(JSON.stringify(document.value), options) };
}

/** The longer id that begins with these letters. */
function sessionMeant(opened: OpencodeStore, store: string, letters: string): string | Trouble | undefined {
  if (letters.length < LEAST_LETTERS) return undefined;
  const named = opened.sessions().filter(({ id }) => id !== letters && id.startsWith(letters));
  const meant = meantBy(letters, named, ({ id, title }) => `${store}#${id}   ${title}`);
  return meant === undefined || 'ok' in meant ? meant : meant.id;
}

/** What is asked of opencode's data; undefined if the path is none of it. */
function inStore<T>(
  path: string,
  ask: (store: OpencodeStore) => T,
): { readonly ok: true; readonly value: T } | Trouble | undefined {
  let store: OpencodeStore | undefined;
  try {
    store = openOpencodeStore(path);
    return store === undefined ? undefined : { ok: true, value: ask(store) };
  } catch (error) {
    if (systemCode(error) !== undefined) return systemTrouble(`${path} cannot be read`, error);
    // An error of SQLite: the file is broken, locked, or may not be read.
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    return { ok: false, what: `${path} cannot be read: ${error.message}.`, whatToDo: 'Is it a whole file?' };
  } finally {
    store?.close();
  }
}

/** Of a ledger of our own: that one of its threads must be named. Loaded when it is needed, as the store is. */
async function ledgerTrouble(path: string): Promise<Trouble | undefined> {
  return isDatabase(path) ? (await import('./read-own-thread.ts')).ownLedgerTrouble(path) : undefined;
}

/** What Node makes of bytes that are not UTF-8 in the arguments of the program. */
const NOT_TEXT = '\ufffd';
const LIST_SESSIONS = 'Run "toolthread sessions" to see what is on this computer.';

/** Why a path is no transcript, as far as can be said before it is read. */
export function troubleWith(path: string): Trouble | undefined {
  if (path === '') return { ok: false, what: 'The name of the file is empty.', whatToDo: LIST_SESSIONS };
  const found = statOf(path);
  if (found === undefined && path.includes(NOT_TEXT)) return notUtf8(path);
  if (found === undefined) return { ok: false, what: `There is no file ${path}.`, whatToDo: LIST_SESSIONS };
  if ('what' in found) return found;
  if (found.isDirectory()) return folderTrouble(path);
  if (!found.isFile())
    return { ok: false, what: `${path} is not a regular file.`, whatToDo: 'Give the file of a session.' };
  if (found.size === 0) return { ok: false, what: `${path} is empty.`, whatToDo: LIST_SESSIONS };
  return contentTrouble(path);
}

function folderTrouble(path: string): Trouble {
  return (
    storeTrouble(path) ?? { ok: false, what: `${path} is a folder.`, whatToDo: `Give a file in it. ${LIST_SESSIONS}` }
  );
}

function storeTrouble(path: string): Trouble | undefined {
  const sessions = inStore(path, (store) => store.sessions());
  if (sessions === undefined || !sessions.ok) return sessions;
  const [newest] = sessions.value;
  const whatToDo = newest === undefined ? LIST_SESSIONS : `Name one: ${path}#${newest.id}`;
  return { ok: false, what: `${path} holds ${countOf(sessions.value.length, 'session')}.`, whatToDo };
}

const SNIFFED = 8192;
/** A line begins as JSON does. A crash may fill lines with zeros: it costs those lines only. */
// oxlint-disable-next-line no-control-regex
const HAS_RECORD = /(?:^(?:\xef\xbb\xbf)?|\n)[\s\0]*(?:\{\s*["}]|\[\s*[{\]])/;

function contentTrouble(path: string): Trouble | undefined {
  const first = firstBytes(path);
  if ('what' in first) return first;
  if (isSqlite(first)) {
    const what = `${path} is a database (SQLite), and not one of opencode's.`;
    return storeTrouble(path) ?? { ok: false, what, whatToDo: LIST_SESSIONS };
  }
  if (isPacked(first) || !first.includes(0) || HAS_RECORD.test(first.toString('latin1'))) return undefined;
  if (isUtf16(first)) {
    const whatToDo = 'Make it UTF-8 first, for example: iconv -f UTF-16 -t UTF-8';
    return { ok: false, what: `${path} is text in UTF-16: only UTF-8 is read.`, whatToDo };
  }
  return { ok: false, what: `${path} is not a transcript: it holds binary data.`, whatToDo: LIST_SESSIONS };
}

/** Whether a file that begins so is compressed: gzip, a frame of Zstandard, or one of its frames without data, which some programs write first. */
export function isPacked(first: Buffer): boolean {
  const number = first.readUInt32LE(0);
  return first.readUInt16BE(0) === 0x1f8b || number === 0xfd2fb528 || number - (number % 16) === 0x184d2a50;
}

/** By its mark; or, without one, by a bracket of JSON in two bytes. */
function isUtf16(first: Buffer): boolean {
  return [0xfeff, 0xfffe, 0x7b00, 0x007b, 0x5b00, 0x005b].includes(first.readUInt16BE(0));
}

function isDatabase(path: string): boolean {
  if (plainFileSize(path) === undefined) return false;
  const first = firstBytes(path);
  return !('what' in first) && isSqlite(first);
}

function isSqlite(first: Buffer): boolean {
  return first.toString('latin1', 0, 15) === 'SQLite format 3';
}

/** At least four bytes, whatever the file has. */
function firstBytes(path: string): Buffer | Trouble {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(SNIFFED, 0x20);
      readSync(file, bytes, 0, SNIFFED, 0);
      return bytes;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return systemTrouble(`${path} cannot be opened`, error);
  }
}

export function unknownFormat(path: string): Trouble {
  return {
    ok: false,
    what: `${path} is in no format that Toolthread knows.`,
    whatToDo: 'Run "toolthread inspect" on it to see its records, or "toolthread open --help" for the formats.',
  };
}

/** Says that a long file is being read. */
export function announce(path: string): { clear(): void } {
  const size = plainFileSize(path) ?? 0;
  const progress = progressOn(process.stderr, 0);
  if (size > LONG_BYTES) progress.show(`reading ${formatSize(size)} …`);
  return progress;
}
