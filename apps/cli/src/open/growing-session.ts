/** A session inside of a database, or of folders, that another program goes on with. It changes in any place: each time it is read anew. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTranscript } from '@toolthread/transcripts';
import { databaseStamp } from '../sessions/stamp-of.ts';
import type { Trouble } from '../system-trouble.ts';
import { plainFileSize } from '../thread/stat-of.ts';
import { readThread } from '../thread/read-thread.ts';
import type { KeptRecords, OpenedThread } from '../thread/read-thread.ts';
import type { Growing } from './growing.ts';

/** A long session is read less often: reading takes at most this part of the time. */
const BUSY = 0.1;

export class GrowingSession implements Growing {
  thread: OpenedThread = readTranscript('');
  readonly #path: string;
  readonly #store: string;
  readonly #keep: KeptRecords;
  #problem: Trouble | undefined;
  /** What was read last. */
  #events = '';
  #stamp = '';
  #notBefore = 0;

  /** `new GrowingSession('opencode.db#ses_1', 'opencode.db', 'unknown')` */
  constructor(path: string, store: string, keep: KeptRecords) {
    this.#path = path;
    this.#store = store;
    this.#keep = keep;
  }

  fate(): ReturnType<Growing['fate']> {
    return existsSync(this.#store) ? 'there' : 'gone';
  }

  async read(): Promise<boolean> {
    const started = performance.now();
    const stamp = stampOfStore(this.#store);
    if (started < this.#notBefore || (stamp !== '' && stamp === this.#stamp)) return false;
    const read = await readThread(this.#path, this.#keep, 'goes on');
    this.#notBefore = performance.now() + (performance.now() - started) / BUSY;
    // One that was read once is only busy now.
    this.#problem = read.ok || this.#events !== '' ? undefined : read;
    if (!read.ok) return this.#problem !== undefined;
    this.#stamp = stamp;
    const events = JSON.stringify(read.thread.events);
    if (events === this.#events) return false;
    this.#events = events;
    this.thread = read.thread;
    return true;
  }

  async ended(): Promise<OpenedThread> {
    const read = await readThread(this.#path, this.#keep);
    return read.ok ? read.thread : this.thread;
  }

  trouble(): Trouble | undefined {
    return this.#problem;
  }

  close(): void {}
}

/** Of a database, as long as it is settled. Empty of folders, which have no time for all that is in them. */
function stampOfStore(store: string): string {
  const database = [store, join(store, 'opencode.db')].find((file) => plainFileSize(file) !== undefined);
  const { stamp, isSettled } = database === undefined ? { stamp: '', isSettled: true } : databaseStamp(database);
  return isSettled ? stamp : '';
}
