/** A session inside of a database, or of folders, that another program goes on with. It changes in any place: each time it is read again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTranscript } from '@toolthread/transcripts';
import { databaseStamp } from '../sessions/stamp-of.ts';
import type { Trouble } from '../system-trouble.ts';
import { plainFileSize } from '../thread/stat-of.ts';
import { readThread } from '../thread/read-thread.ts';
import type { KeptRecords, OpenedThread } from '../thread/read-thread.ts';
import type { Growing } from './growing.ts';
import { ReadAnew } from './read-anew.ts';

const NOTHING = readTranscript('');

export class GrowingSession implements Growing {
  readonly #path: string;
  readonly #store: string;
  readonly #keep: KeptRecords;
  readonly #session: ReadAnew;

  /** `new GrowingSession('opencode.db#ses_1', 'opencode.db', 'unknown')` */
  constructor(path: string, store: string, keep: KeptRecords) {
    this.#path = path;
    this.#store = store;
    this.#keep = keep;
    this.#session = new ReadAnew(path, keep);
  }

  get thread(): OpenedThread {
    return this.#session.thread ?? NOTHING;
  }

  fate(): ReturnType<Growing['fate']> {
    return existsSync(this.#store) ? 'there' : 'gone';
  }

  read(): Promise<boolean> {
    return this.#session.read(stampOfStore(this.#store));
  }

  async ended(): Promise<OpenedThread> {
    const read = await readThread(this.#path, this.#keep);
    return read.ok ? read.thread : this.thread;
  }

  trouble(): Trouble | undefined {
    return this.#session.trouble;
  }

  close(): void {}
}

/** For a database, as long as it does not change. Empty for folders, which have no time that covers all their content. */
function stampOfStore(store: string): string {
  const database = [store, join(store, 'opencode.db')].find((file) => plainFileSize(file) !== undefined);
  const { stamp, isSettled } = database === undefined ? { stamp: '', isSettled: true } : databaseStamp(database);
  return isSettled ? stamp : '';
}
