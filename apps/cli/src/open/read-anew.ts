import type { Trouble } from '../system-trouble.ts';
import { readThread } from '../thread/read-thread.ts';
import type { KeptRecords, OpenedThread } from '../thread/read-thread.ts';

/** A long session is read less often: reading takes at most this part of the time. */
const BUSY = 0.1;

/** A session that goes on and may change in any place: it is read as a whole, again and again. */
export class ReadAnew {
  thread: OpenedThread | undefined;
  trouble: Trouble | undefined;
  readonly #path: string;
  readonly #keep: KeptRecords;
  /** What was read last. */
  #events = '';
  #stamp = '';
  #notBefore = 0;

  constructor(path: string, keep: KeptRecords) {
    this.#path = path;
    this.#keep = keep;
  }

  /** Whether it is another one than before. Nothing is read while its stamp is the same; an empty one says nothing. */
  async read(stamp: string): Promise<boolean> {
    const started = performance.now();
    if (started < this.#notBefore || (stamp !== '' && stamp === this.#stamp)) return false;
    const read = await readThread(this.#path, this.#keep, 'goes on');
    this.#notBefore = performance.now() + (performance.now() - started) / BUSY;
    // One that was read once is only busy now.
    this.trouble = read.ok || this.#events !== '' ? undefined : read;
    if (!read.ok) return this.trouble !== undefined;
    this.#stamp = stamp;
    const events = JSON.stringify(read.thread.events);
    if (events === this.#events) return false;
    this.#events = events;
    this.thread = read.thread;
    return true;
  }
}
