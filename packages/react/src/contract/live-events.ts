import type { Thread } from '@toolthread/core';
import { isFields } from '@toolthread/core/json';
import { isOver, Telling } from './telling.ts';

/** That a run was cut: what is told after that is another turn's. */
const CUT = [
  { type: 'agent.status', payload: { status: 'cancelled' } },
  { type: 'agent.continuation', payload: { should_stop: true, stop_reason: 'cancelled', resolved_by: 'cut' } },
];

/**
 * The events alone, and what they had told at the last moment at which nobody was at work. A run that is not over when the next one
 * begins was cut: nobody is at work at that moment, either.
 */
export class LiveEvents {
  readonly #id: string;
  #telling: Telling;
  #events: unknown[] = [];
  /** The runs that have told something since nobody was at work, and those that were cut. */
  readonly #open = new Set<unknown>();
  readonly #cut = new Set<unknown>();
  /** One that was cut went on: runs work side by side, and none is cut. */
  #areParallel = false;
  #isAsked = false;
  over: { readonly thread: Thread; readonly count: number };
  /** The ids of the messages that events told. */
  readonly said: Set<unknown> = new Set();
  /** When the newest run began. */
  begun: number | undefined;

  constructor(id: string) {
    this.#id = id;
    this.#telling = new Telling(id);
    this.over = { thread: this.thread, count: 0 };
  }

  get thread(): Thread {
    return this.#telling.thread;
  }

  /** A person asks something: a run that begins after that is another, whatever its name. */
  ask(): void {
    this.#isAsked = true;
  }

  tell(events: readonly unknown[]): void {
    for (const event of events) {
      if (this.#cut.has(runOf(event))) this.#tellParallel();
      this.#tellOne(event);
    }
  }

  #tellOne(event: unknown): void {
    this.#cutBefore(event);
    const isFirst = this.#events.length === this.over.count;
    this.#telling.tell([event]);
    this.#open.add(runOf(event));
    const payload = isFields(event) ? event['payload'] : undefined;
    if (isFields(payload) && payload['role'] === 'user') this.said.add(payload['id']);
    this.#events.push(event);
    if (isFirst && !isOver(this.thread)) this.begun = this.thread.state.at;
    if (isOver(this.thread)) this.#rest();
  }

  #rest(): void {
    this.over = { thread: this.thread, count: this.#events.length };
    this.#open.clear();
  }

  #cutBefore(event: unknown): void {
    const run = runOf(event);
    const isStatus = isFields(event) && event['type'] === 'agent.status';
    const isNext = isStatus && this.#isAsked;
    if (isNext) this.#isAsked = false;
    const begins = isNext || !this.#open.has(run);
    if (begins && !this.#areParallel) this.#cutOpen(run);
  }

  /** Nobody is at work any more. */
  cut(): void {
    this.#cutOpen(undefined);
  }

  #cutOpen(run: unknown): void {
    if (this.#open.size === 0) return;
    for (const execution_id of this.#open) {
      this.#telling.tell(CUT.map((told) => ({ ...told, execution_id })));
      if (execution_id !== run) this.#cut.add(execution_id);
    }
    if (isOver(this.thread)) this.#rest();
  }

  #tellParallel(): void {
    const events = this.#events;
    this.#areParallel = true;
    this.#cut.clear();
    this.#open.clear();
    this.#events = [];
    this.#telling = new Telling(this.#id);
    this.over = { thread: this.thread, count: 0 };
    for (const event of events) this.#tellOne(event);
  }
}

function runOf(event: unknown): unknown {
  return isFields(event) ? event['execution_id'] : undefined;
}
