/** A file that another program is writing, with what was read of it so far. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { detectFormat, tailTranscript } from '@toolthread/transcripts';
import type { TranscriptTail } from '@toolthread/transcripts';
import type { Trouble } from '../system-trouble.ts';
import { unknownFormat } from '../thread/read-thread.ts';
import type { KeptRecords } from '../thread/read-thread.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 256 * 1024;
const NEWLINE = 10;

export class GrowingFile {
  readonly tail: TranscriptTail;
  readonly #path: string;
  readonly #file: number;
  #at = 0;

  constructor(path: string, keep: KeptRecords) {
    this.#path = path;
    this.tail = tailTranscript({ path, keep });
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** What became of the file since it was opened. */
  fate(): 'there' | 'gone' | 'replaced' | 'cut' {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    const ours = fstatSync(this.#file);
    // What is no plain file now (a pipe, a device) is not read: it may never end.
    if (now?.isFile() !== true) return 'gone';
    if (now.ino !== ours.ino || now.dev !== ours.dev) return 'replaced';
    return ours.size < this.#at ? 'cut' : 'there';
  }

  /** Whether there was anything. */
  read(): boolean {
    const before = this.#at;
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(1, fstatSync(this.#file).size - this.#at)));
    for (let count = this.#next(buffer); count > 0; count = this.#next(buffer)) {
      this.#at += count;
      this.tail.push(buffer.subarray(0, count));
    }
    return this.#at > before;
  }

  /** All that there is of it. The thread is closed: what is open in it is open no more. */
  ended(): TranscriptTail {
    this.read();
    this.tail.end();
    return this.tail;
  }

  /** Why its growth cannot be followed; undefined while it can, or while it has no whole line yet. */
  trouble(): Trouble | undefined {
    if (this.tail.format !== undefined || this.#at === 0) return undefined;
    const head = this.#head();
    const packed = head.readUInt16BE(0) === 0x1f8b || head.readUInt32BE(0) === 0x28b52ffd;
    if (packed) return this.#refused('is compressed', 'A compressed file does not grow');
    const end = head.indexOf(NEWLINE);
    const line = head.toString('utf8', 0, end === -1 ? head.length : end).trim();
    if (isDocument(line)) return this.#refused('is one JSON document', 'Its agent writes it anew as a whole');
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
