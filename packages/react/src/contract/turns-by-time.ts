import { isFields } from '@toolthread/core/json';
import { parseIsoTime } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { isEnd } from './is-end.ts';
import { isOver, Telling } from './telling.ts';

/** Questions with what is stored after them, and the runs that answer them. */
export interface Stretch {
  readonly messages: readonly Message[];
  readonly events: readonly unknown[];
}

/** A run, or what it tells from a start on. */
interface Run {
  readonly begun: number;
  latest: number;
}

/**
 * The turns of a thread, as far as times tell them apart: a run answers the last question that was asked when it began. Where they do not
 * tell (no times, two questions of one moment, a run that works while the next question is asked), turns stay together.
 */
export class TurnsByTime {
  readonly #told: { readonly event: unknown; readonly run: Run }[] = [];
  readonly #runs: Run[] = [];
  readonly #named = new Map<unknown, Run>();
  /** The ids of what people said, where events tell it. */
  readonly #said = new Set<unknown>();
  #isOther = true;
  /** When the newest stretch begins. */
  #newest = -Infinity;

  tell(events: readonly unknown[]): void {
    for (const event of events) {
      const at = timeOf(event);
      const name = isFields(event) ? event['execution_id'] : undefined;
      const known = begins(event) ? undefined : this.#named.get(name);
      const run = known ?? { begun: at, latest: at };
      if (known === undefined) this.#runs.push(run);
      // One without a time is nowhere in time from there on.
      run.latest = Math.max(run.latest, at);
      this.#named.set(name, run);
      this.#told.push({ event, run });
      const payload = isFields(event) ? event['payload'] : undefined;
      if (isFields(payload) && payload['role'] === 'user') this.#said.add(payload['id']);
      this.#isOther ||= known === undefined || run.begun < this.#newest || Number.isNaN(run.latest);
    }
  }

  /** Whether the events since the last answer may have changed more than the newest stretch. */
  get isOther(): boolean {
    return this.#isOther;
  }

  /** At least one, the newest last. */
  stretches(messages: readonly Message[]): readonly Stretch[] {
    const starts = this.#starts(messages);
    this.#newest = starts.at(-1)?.asked ?? -Infinity;
    this.#isOther = false;
    const events = starts.map((): unknown[] => []);
    for (const { event, run } of starts.length === 1 ? [] : this.#told)
      events[
        Math.max(
          0,
          starts.findLastIndex(({ asked }) => asked <= run.begun),
        )
      ]?.push(event);
    return starts.map(({ place }, index) => ({
      messages: messages.slice(place, starts[index + 1]?.place),
      events: starts.length === 1 ? this.#told.map(({ event }) => event) : (events[index] ?? []),
    }));
  }

  #starts(messages: readonly Message[]): { readonly place: number; readonly asked: number }[] {
    const starts = [{ place: 0, asked: -Infinity }];
    if (this.#runs.some(({ latest }) => Number.isNaN(latest))) return starts;
    // What people said stands in its place among the events.
    if (messages.some(({ id }) => this.#said.has(id))) return starts;
    let before: number | undefined;
    messages.forEach((message, place) => {
      if (message.role !== 'user') return;
      const asked = timeOf(message);
      if (before !== undefined && asked > before && this.#isClear(asked, messages[place - 1], before))
        starts.push({ place, asked });
      before = Math.max(before ?? asked, asked);
    });
    return starts;
  }

  /** `last`: what is stored before the question. A run that begins after a stored end may be that of a question that is stored late. */
  #isClear(asked: number, last: Message | undefined, before: number): boolean {
    const end = last !== undefined && isEnd(last) ? timeOf(last) : Infinity;
    return this.#runs.every(
      ({ begun, latest }) => begun >= asked || (latest <= asked && (begun < before || begun <= end)),
    );
  }
}

/** Whether it says that somebody sets to work. */
export function begins(event: unknown): boolean {
  if (!isFields(event) || event['type'] !== 'agent.status') return false;
  const telling = new Telling('status');
  telling.tell([event]);
  return !isOver(telling.thread);
}

/** NaN, which is neither earlier nor later, where it does not tell. */
export function timeOf(record: unknown): number {
  const timestamp = isFields(record) ? record['timestamp'] : undefined;
  if (typeof timestamp === 'number') return timestamp;
  return (typeof timestamp === 'string' ? parseIsoTime(timestamp) : undefined) ?? Number.NaN;
}
