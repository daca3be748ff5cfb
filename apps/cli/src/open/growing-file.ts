/** A file that another program is writing, with what was read of it so far. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { detectFormat, tailTranscript } from '@toolthread/transcripts';
import type { TranscriptTail } from '@toolthread/transcripts';
import type { Trouble } from '../system-trouble.ts';
import { isPacked, unknownFormat } from '../thread/read-thread.ts';
import type { KeptRecords } from '../thread/read-thread.ts';
import type { Growing } from './growing.ts';
import { KnownBytes } from './known-bytes.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 256 * 1024;
const NEWLINE = 10;
/**
 * Whether it is still the same file is judged at each look by this many bytes at its beginning and before the place that was read to. The
 * other bytes are compared over several looks.
 */
const KNOWN_BYTES = 4096;
const NOTHING = Buffer.alloc(0);

export class GrowingFile implements Growing {
  readonly thread: TranscriptTail;
  readonly #path: string;
  readonly #file: number;
  #at = 0;
  #first = NOTHING;
  #last = NOTHING;
  readonly #read: KnownBytes;

  constructor(path: string, keep: KeptRecords) {
    this.#path = path;
    this.thread = tailTranscript({ path, keep });
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#read = new KnownBytes(this.#file);
  }

  fate(): ReturnType<Growing['fate']> {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    const ours = fstatSync(this.#file);
    // What is not a regular file now (a pipe, a device) is not read: it may never end.
    if (now?.isFile() !== true) return 'gone';
    if (now.ino !== ours.ino || now.dev !== ours.dev) return 'replaced';
    return this.#isKnown() && this.#read.stand() ? 'there' : 'rewritten';
  }

  /** Nothing, if it does not go on what was read before. */
  read(): boolean {
    if (!this.#isKnown()) return false;
    const before = this.#at;
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(1, fstatSync(this.#file).size - this.#at)));
    for (let count = this.#next(buffer); count > 0; count = this.#next(buffer)) {
      const bytes = buffer.subarray(0, count);
      this.#at += count;
      this.#remember(bytes);
      this.thread.push(bytes);
    }
    return this.#at > before;
  }

  #remember(bytes: Buffer): void {
    if (this.#first.length < KNOWN_BYTES)
      this.#first = Buffer.concat([this.#first, bytes.subarray(0, KNOWN_BYTES - this.#first.length)]);
    this.#read.push(bytes);
    this.#last = Buffer.from(Buffer.concat([this.#last, bytes.subarray(-KNOWN_BYTES)]).subarray(-KNOWN_BYTES));
  }

  #isKnown(): boolean {
    return this.#holds(this.#first, 0) && this.#holds(this.#last, this.#at - this.#last.length);
  }

  #holds(bytes: Buffer, place: number): boolean {
    const there = Buffer.alloc(bytes.length);
    return readSync(this.#file, there, 0, there.length, place) === bytes.length && there.equals(bytes);
  }

  ended(): TranscriptTail {
    this.read();
    this.thread.end();
    return this.thread;
  }

  /** None while it has no whole line yet. */
  trouble(): Trouble | undefined {
    if (this.thread.format !== undefined || this.#at === 0) return undefined;
    const head = this.#head();
    if (isPacked(head)) return this.#refused('is compressed', 'A compressed file does not grow');
    const end = head.indexOf(NEWLINE);
    const line = head.toString('utf8', 0, end === -1 ? head.length : end).trim();
    if (isDocument(line)) return this.#refused('is one JSON document', 'Its agent rewrites the whole file');
    if (end === -1 || detectFormat(head.subarray(0, head.lastIndexOf(NEWLINE)), { path: this.#path }) !== undefined)
      return undefined;
    return unknownFormat(this.#path);
  }

  close(): void {
    closeSync(this.#file);
  }

  #refused(what: string, why: string): Trouble {
    return {
      ok: false,
      what: `${this.#path} ${what}: it cannot be followed.`,
      whatToDo: `${why}. Open it without --follow.`,
    };
  }

  /** At least four bytes. */
  #head(): Buffer {
    const head = Buffer.alloc(Math.max(4, Math.min(HEAD_BYTES, this.#at)), 0x20);
    readSync(this.#file, head, 0, head.length, 0);
    return head;
  }

  #next(buffer: Buffer): number {
    return readSync(this.#file, buffer, 0, buffer.length, this.#at);
  }
}

/** Its first line opens a value that goes on, or holds a list. */
function isDocument(line: string): boolean {
  if (line.startsWith('[')) return true;
  if (!line.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages);
  } catch {
    return line === '{';
  }
}
