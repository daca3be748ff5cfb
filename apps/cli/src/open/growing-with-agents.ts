/** The file of a session that another program is writing, with the runs of its subagents that are beside it and grow on their own. */
import { stampOf } from '../sessions/stamp-of.ts';
import type { Trouble } from '../system-trouble.ts';
import { LARGE_BYTES } from '../thread/open-session.ts';
import type { KeptRecords, OpenedThread } from '../thread/read-thread.ts';
import { plainFileSize } from '../thread/stat-of.ts';
import type { Growing } from './growing.ts';
import { GrowingFile } from './growing-file.ts';
import { ReadAnew } from './read-anew.ts';
import { RunsBeside } from './runs-beside.ts';

/** As long as no run is beside it, only what is new in the file is read. One that is read in pieces is followed alone. */
export class GrowingWithAgents implements Growing {
  readonly #path: string;
  readonly #file: GrowingFile;
  readonly #whole: ReadAnew;
  readonly #beside: RunsBeside;

  constructor(path: string, keep: KeptRecords) {
    this.#path = path;
    this.#file = new GrowingFile(path, keep);
    this.#whole = new ReadAnew(path, keep);
    this.#beside = new RunsBeside(path);
  }

  get thread(): OpenedThread {
    return this.#whole.thread ?? this.#file.thread;
  }

  fate(): ReturnType<Growing['fate']> {
    return this.#file.fate();
  }

  async read(): Promise<boolean> {
    const grew = this.#file.read();
    const beside = this.#beside.stamp();
    if (beside === '' || (plainFileSize(this.#path) ?? 0) > LARGE_BYTES) return grew;
    const changed = await this.#whole.read(`${stampOf(this.#path)} ${beside}`);
    return this.#whole.thread === undefined ? grew : changed;
  }

  /** What was read of the file itself: at its path may be another one by now. */
  ended(): OpenedThread {
    return this.#file.ended();
  }

  trouble(): Trouble | undefined {
    return this.#file.trouble();
  }

  close(): void {
    this.#file.close();
  }
}
