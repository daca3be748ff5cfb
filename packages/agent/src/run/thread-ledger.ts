/** A thread's ledger as its runs see it: they append to it, and know the thread only as the fold of what came back. */
import { fold } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import { isFields } from '@toolthread/core/json';

/**
 * Contract of the one who gives it: the drafts of one call are written together or not at all, and durably; what comes
 * back is every event of the thread after the last one it gave back, by whomever. With no drafts it is a look.
 * A rejection ends the run at once: its tools are stopped and nothing more is written. So does an answer without an event for each draft, in order;
 * only a message that its `client_id` has posted before needs none.
 */
export type Append = (drafts: readonly EventDraft[]) => Promise<readonly LedgerEvent[]>;

/** An event, whoever wrote it, and the thread right after it. */
export interface Written {
  readonly event: LedgerEvent;
  readonly state: ThreadState;
}

interface Queued {
  readonly drafts: readonly EventDraft[];
  readonly resolve: (written: readonly Written[]) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Subscriber {
  /** An event, whoever wrote it, already folded. */
  readonly onEvent: (event: LedgerEvent) => void;
  /** The ledger is out of reach: nothing more can be written. */
  readonly onFailure: (reason: unknown) => void;
}

/** Several runs of one thread share one. */
export class ThreadLedger {
  readonly #append: Append;
  readonly #subscribers = new Set<Subscriber>();
  #state: ThreadState;
  #queue: Queued[] = [];
  #writing = false;
  #failure: { readonly reason: unknown } | undefined;

  constructor(thread: ThreadState, append: Append) {
    if (typeof append !== 'function') throw new Error(CONTRACT);
    this.#state = thread;
    this.#append = append;
  }

  /** Returns the way to unsubscribe. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    if (this.#failure !== undefined) subscriber.onFailure(this.#failure.reason);
    return () => void this.#subscribers.delete(subscriber);
  }

  get state(): ThreadState {
    return this.#state;
  }

  /**
   * Resolves when the drafts are durable and folded, with all that came back. Writes that come while one is under way
   * go together after it.
   */
  write(drafts: readonly EventDraft[]): Promise<readonly Written[]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    const written = new Promise<readonly Written[]>((resolve, reject) => {
      this.#queue.push({ drafts, resolve, reject });
    });
    if (!this.#writing) void this.#drain();
    return written;
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        const drafts = batch.flatMap((one) => one.drafts);
        const events = await this.#append(drafts);
        if (!isListOfFields(events)) throw new Error(CONTRACT);
        const written = events.flatMap((event) => this.#fold(event));
        if (!holdsAll(drafts, written)) throw new Error(CONTRACT);
        for (const { resolve } of batch) resolve(written);
      } catch (reason) {
        this.#fail(reason, batch);
      }
    }
    this.#writing = false;
  }

  #fold(event: LedgerEvent): readonly Written[] {
    // An event without a number is none, either.
    if (!(event.seq > this.#state.seq)) return [];
    this.#state = fold(this.#state, event).state;
    for (const { onEvent } of this.#subscribers) onEvent(event);
    return [{ event, state: this.#state }];
  }

  #fail(reason: unknown, batch: readonly Queued[]): void {
    this.#failure = { reason };
    const all = [...batch, ...this.#queue];
    this.#queue = [];
    for (const { onFailure } of this.#subscribers) onFailure(reason);
    for (const { reject } of all) reject(reason);
  }
}

const CONTRACT =
  '`append` must give back every event of the thread after the last one it gave, numbered on from there, with one for each draft: that is the contract of Append.';

function isListOfFields(answer: unknown): boolean {
  return Array.isArray(answer) && answer.every(isFields);
}

/** Whether each draft is among what came back, in order; without that the run would write the same again, for ever. */
function holdsAll(drafts: readonly EventDraft[], written: readonly Written[]): boolean {
  const due = drafts.filter((draft) => draft.type !== 'message.posted' || draft.client_id === undefined);
  let next = 0;
  for (const { event } of written) if (event.type === due[next]?.type) next += 1;
  return next === due.length;
}
