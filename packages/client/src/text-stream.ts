import { foldThread, goesOnAlone, newThread, timeline } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { BlocksWriter } from '@toolthread/core/blocks';
import type { ToolTraceEntry } from '@toolthread/core/blocks';
import { isFields } from '@toolthread/core/json';

/** What to call with the text, and how often. */
export interface TextStreamOptions {
  /**
   * The text as it is now, in place of the one before, and its trace. While its promise is open, it is not called again; then it gets the
   * newest text. If it rejects, the text is sent again with the next change.
   */
  readonly onText: (text: string, trace: readonly ToolTraceEntry[]) => void | Promise<void>;
  /** At most one text in this time, except those that are sent at once. */
  readonly throttleMs: number;
  /** The thread that it continues: only the reply to the last message is written. */
  readonly after?: Thread;
  readonly clock?: TextStreamClock;
}

/** Time, as the stream needs it. */
export interface TextStreamClock {
  now(): number;
  /** Returns what takes it back. */
  after(ms: number, wake: () => void): () => void;
}

/** A thread that is written as text. */
export interface TextStream {
  push(event: LedgerEvent): void;
  /** Tells what is not told yet, and resolves when that was taken. It throws what `onText` threw last. */
  end(): Promise<void>;
}

/**
 * A thread as one text with blocks that is edited in place, for a chat that carries nothing but text. It is sent at once when a call is
 * made, when a person is asked and when a run ends, otherwise at most once in `throttleMs`. However the events arrive, the same thread gives the same text.
 *
 * @example
 * const texts: string[] = [];
 * const stream = textStream({ onText: (text) => void texts.push(text), throttleMs: 500 });
 * const drafts = [
 *   { type: 'agent.step.started', step: 1 },
 *   { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Only the linter.' },
 *   { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
 * ] as const;
 * drafts.forEach((draft, index) => stream.push({ ...draft, v: 1, thread: 't1', seq: index + 1, at: 0 }));
 * await stream.end();
 * texts.at(-1); //=> 'Only the linter.'
 */
export function textStream(options: TextStreamOptions): TextStream {
  return new ThreadText(options);
}

class ThreadText implements TextStream {
  readonly #options: TextStreamOptions;
  readonly #clock: TextStreamClock;
  /** The item that the reply begins with. */
  readonly #from: number;
  #thread: Thread | undefined;
  #told = '';
  #toldAt = -Infinity;
  #takeBack: (() => void) | undefined;
  #telling: Promise<void> | undefined;
  #failure: { readonly reason: unknown } | undefined;

  constructor(options: TextStreamOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#thread = options.after;
    const before = options.after === undefined ? [] : timeline(options.after).items.toArray();
    this.#from = before.findLastIndex(({ kind }) => kind === 'message') + 1;
  }

  push(event: LedgerEvent): void {
    // It comes over a wire, whatever its type says.
    if (!isFields(event)) return;
    const before = this.#thread ?? newThread(event.thread);
    this.#thread = foldThread(before, event);
    if (timeline(this.#thread) === timeline(before)) return;
    const wait = isUrgent(event) ? 0 : this.#toldAt + this.#options.throttleMs - this.#clock.now();
    if (wait <= 0) this.#tell();
    else this.#takeBack ??= this.#clock.after(wait, () => this.#tell());
  }

  async end(): Promise<void> {
    await this.#taken();
    this.#tell();
    await this.#taken();
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.reason;
  }

  async #taken(): Promise<void> {
    for (let telling = this.#telling; telling !== undefined; telling = this.#telling) await telling;
  }

  #tell(): void {
    this.#takeBack?.();
    this.#takeBack = undefined;
    if (this.#thread === undefined || this.#telling !== undefined) return;
    const writer = new BlocksWriter();
    const text = writer.write(timeline(this.#thread).items.toArray().slice(this.#from));
    if (text === this.#told) return;
    this.#told = text;
    this.#toldAt = this.#clock.now();
    this.#telling = this.#take(text, writer.trace);
  }

  async #take(text: string, trace: readonly ToolTraceEntry[]): Promise<void> {
    const asked = this.#thread;
    this.#failure = await this.#ask(text, trace);
    if (this.#failure !== undefined) this.#told = '';
    this.#telling = undefined;
    if (this.#thread !== asked && this.#takeBack === undefined) this.#tell();
  }

  /** What it threw, at once or later. */
  async #ask(text: string, trace: readonly ToolTraceEntry[]): Promise<{ readonly reason: unknown } | undefined> {
    try {
      await this.#options.onText(text, trace);
      return undefined;
    } catch (reason) {
      return { reason };
    }
  }
}

/** What nobody should wait for. */
function isUrgent(event: LedgerEvent): boolean {
  if (event.type === 'agent.status') return !goesOnAlone(event.status);
  return ['agent.tool.called', 'agent.tool.started', 'request.opened', 'thread.closed'].includes(event.type);
}

const realClock: TextStreamClock = {
  now: () => performance.now(),
  after(ms, wake) {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};
