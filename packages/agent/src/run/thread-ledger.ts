/** The run's pen: it writes to the ledger, and knows the thread only as the fold of what came back. */
import { fold } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';

/**
 * Contract of the one who gives it: the drafts of one call are written together or not at all, and durably; what comes
 * back is every event of the thread after the last one it gave back, by whomever. With no drafts it is a look.
 * A rejection ends the run where it is: its tools are stopped and nothing more is written.
 */
export type Append = (drafts: readonly EventDraft[]) => Promise<readonly LedgerEvent[]>;

interface Waiting {
  readonly drafts: readonly EventDraft[];
  readonly resolve: (events: readonly LedgerEvent[]) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Reader {
  /** An event of anybody, folded already. */
  readonly seen: (event: LedgerEvent) => void;
  /** The ledger is out of reach: nothing more can be written. */
  readonly lost: (reason: unknown) => void;
}

export class ThreadLedger {
  readonly #append: Append;
  readonly #readers = new Set<Reader>();
  #state: ThreadState;
  #waiting: Waiting[] = [];
  #writing = false;
  #failure: { readonly reason: unknown } | undefined;

  constructor(thread: ThreadState, append: Append, reader?: Reader) {
    this.#state = thread;
    this.#append = append;
    if (reader !== undefined) this.#readers.add(reader);
  }

  /** Several runs of one thread share one journal. Gives the way to leave. */
  join(reader: Reader): () => void {
    this.#readers.add(reader);
    if (this.#failure !== undefined) reader.lost(this.#failure.reason);
    return () => void this.#readers.delete(reader);
  }

  get state(): ThreadState {
    return this.#state;
  }

  /**
   * Resolves when the drafts are durable and folded, with all that came back. Writes that come while one is under way
   * go together after it.
   */
  write(drafts: readonly EventDraft[]): Promise<readonly LedgerEvent[]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    const written = new Promise<readonly LedgerEvent[]>((resolve, reject) => {
      this.#waiting.push({ drafts, resolve, reject });
    });
    if (!this.#writing) void this.#drain();
    return written;
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const events = await this.#append(batch.flatMap(({ drafts }) => drafts));
        for (const event of events) this.#fold(event);
        for (const { resolve } of batch) resolve(events);
      } catch (reason) {
        this.#fail(reason, batch);
      }
    }
    this.#writing = false;
  }

  #fold(event: LedgerEvent): void {
    if (event.seq <= this.#state.seq) return;
    this.#state = fold(this.#state, event).state;
    for (const reader of this.#readers) reader.seen(event);
  }

  #fail(reason: unknown, batch: readonly Waiting[]): void {
    this.#failure = { reason };
    const all = [...batch, ...this.#waiting];
    this.#waiting = [];
    for (const reader of this.#readers) reader.lost(reason);
    for (const { reject } of all) reject(reason);
  }
}
