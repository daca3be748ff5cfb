import { isFields } from '@toolthread/core/json';
import { isToolCallMessage, isToolResultMessage } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { CallNames } from './call-names.ts';
import { isEnd } from './is-end.ts';
import { OrderedEvents } from './ordered-events.ts';
import { typeOf } from './payload-of.ts';
import { storedWhole } from './stored-whole.ts';
import { isOver, Telling } from './telling.ts';
import { timeOf } from './time-of.ts';
import type { Stretch } from './turns-by-time.ts';
import { isUnexplained, withFailures } from './with-failures.ts';

/**
 * What is told of one turn: what is stored of it, then its events, each once and in order, the same call under the same id in both. What both tell
 * the reader knows by these ids, and by words. Where the end of the turn is stored, the events only add what went wrong.
 */
export class TurnRecords {
  readonly #messages: readonly Message[];
  readonly #place: number;
  #names: CallNames;
  readonly #ordered = new OrderedEvents();
  #named: unknown[] = [];
  /** When the stored end was; undefined if the events are told. */
  #end: number | undefined;

  /** `place`: which turn of the thread it is. */
  constructor({ messages, events }: Stretch, place: number) {
    this.#messages = messages;
    this.#place = place;
    this.#names = new CallNames(messages, `${place}`);
    for (const event of events) this.#ordered.add(event);
    this.#nameAll();
  }

  /** From the first one on: which call is which depends on what comes before it. */
  #nameAll(): void {
    this.#names = new CallNames(this.#messages, `${this.#place}`);
    this.#named = this.#ordered.events.map((event) => this.#name(event));
  }

  /** All of it, as the reader is told it. */
  records(): readonly unknown[] {
    const { messages } = this.#names;
    if (this.#named.length === 0 || !messages.some(isCompleted)) return [...messages, ...this.#named];
    const live = new Telling('live');
    // A result whose start was not told is that of a stored call, too.
    live.tell([...messages.filter(isToolCallMessage), ...this.#named]);
    const { state } = live.thread;
    const whole = storedWhole(messages, { events: this.#named, state, isOver: isOver(live.thread) });
    const last = messages.at(-1);
    this.#end = whole === undefined || last === undefined ? undefined : timeOf(last);
    return whole === undefined ? [...withFailures(messages, state), ...this.#named] : this.#withOwnIds(whole);
  }

  /** Of messages that are made of events, each turn's have the same ids. */
  #withOwnIds(messages: readonly Message[]): readonly Message[] {
    const known = new Set(this.#messages.map(({ id }) => id));
    return messages.map((message) =>
      known.has(message.id) ? message : { ...message, id: `${message.id}#${this.#place}` },
    );
  }

  /** What one more event adds; undefined if all of it is to be told again. */
  add(event: unknown): readonly unknown[] | undefined {
    const place = this.#ordered.add(event);
    if (place === 'known') return [];
    if (place === 'late') {
      this.#nameAll();
      return undefined;
    }
    const named = this.#name(event);
    this.#named.push(named);
    const isOfStored = this.#names.isFailureOfStored(named) || this.#mayExplain(named);
    return this.#end === undefined && !isOfStored ? [named] : undefined;
  }

  #mayExplain(event: unknown): boolean {
    return typeOf(event) === 'agent.continuation' && this.#messages.some(isUnexplained);
  }

  #name(event: unknown): unknown {
    const named = this.#names.name(event);
    if (this.#place === 0 || !isFields(named)) return named;
    const { execution_id: run } = named;
    // Where all runs go by one name, each turn's is another.
    return { ...named, execution_id: `${typeof run === 'string' ? run : ''}#${this.#place}` };
  }
}

/** Whether the events may say more of it than is stored, or nothing more after it. */
function isCompleted(message: Message): boolean {
  return isEnd(message) || isToolResultMessage(message) || isUnexplained(message);
}
