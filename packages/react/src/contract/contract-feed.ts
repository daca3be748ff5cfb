import { foldThread, LEDGER_VERSION, newThread, scopesAtWork } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { contractReader, placesInHistory, reconcile, toMessages } from '@toolthread/core/contract';
import type { ContractReader, Message } from '@toolthread/core/contract';

/**
 * A foreign back end's thread, from its stored messages and the live events that came meanwhile. More events, and what a person says,
 * stand where they come; other messages are put together with the events anew: while a run works, its events go before what is stored of it; once it is over,
 * what is stored counts, as `reconcile` says.
 */
export class ContractFeed {
  readonly #id: string;
  #messages: readonly Message[] = [];
  #events: readonly unknown[] = [];
  #told: Telling;

  constructor(id: string = 'contract') {
    this.#id = id;
    this.#told = new Telling(id);
  }

  /** `events`: all of them, the newest last. */
  thread(messages: readonly Message[], events: readonly unknown[]): Thread {
    const goesOn = beginsWith(events, this.#events);
    const more = messages === this.#messages ? [] : appended(messages, this.#messages);
    if (goesOn && more?.every(isNews) === true) {
      const news = events.slice(this.#events.length);
      this.#told.tell([...more, ...news]);
      if (news.length > 0 && isOver(this.#told.thread)) this.#endRun(messages, events);
    } else this.#tellAnew(messages, events);
    this.#messages = messages;
    this.#events = events;
    return this.#told.thread;
  }

  /** A run is over: what was stored of it before it ended counts from here on. */
  #endRun(messages: readonly Message[], events: readonly unknown[]): void {
    const places = placesInHistory(toMessages(told(this.#id, events).thread.state), messages);
    if (places.some(({ place }) => place !== undefined)) this.#tellAnew(messages, events);
  }

  #tellAnew(messages: readonly Message[], events: readonly unknown[]): void {
    const over = lastOver(this.#id, events);
    const done = toMessages(over.thread.state);
    const ids = new Set(done.map(({ id }) => id));
    const running = toMessages(told(this.#id, events).thread.state).filter(({ id }) => !ids.has(id));
    const stored = reconcile(done, messages, running);
    const places = placesInHistory([...done, ...running], stored).slice(done.length);
    const first = places.reduce((least, { place }) => Math.min(least, place ?? least), stored.length);
    this.#told = told(this.#id, [...stored.slice(0, first), ...events.slice(over.count), ...stored.slice(first)]);
  }
}

/** The events up to the last moment at which nobody was at work. */
function lastOver(id: string, events: readonly unknown[]): { readonly thread: Thread; readonly count: number } {
  const telling = new Telling(id);
  let over = { thread: telling.thread, count: 0 };
  events.forEach((event, index) => {
    telling.tell([event]);
    if (isOver(telling.thread)) over = { thread: telling.thread, count: index + 1 };
  });
  return over;
}

function told(id: string, records: readonly unknown[]): Telling {
  const telling = new Telling(id);
  telling.tell(records);
  return telling;
}

/** Records, as they are told one after the other. */
class Telling {
  readonly #reader: ContractReader = contractReader();
  thread: Thread;

  constructor(id: string) {
    this.thread = newThread(id);
  }

  tell(records: readonly unknown[]): void {
    for (const record of records) {
      for (const draft of this.#reader.push(record)) {
        const { id: thread, seq, at } = this.thread.state;
        this.thread = foldThread(this.thread, { at, ...draft, v: LEDGER_VERSION, thread, seq: seq + 1 });
      }
    }
  }
}

function isOver({ state }: Thread): boolean {
  return scopesAtWork(state).length === 0 && state.openSteps.size === 0;
}

function beginsWith(list: readonly unknown[], known: readonly unknown[]): boolean {
  const last = known.length - 1;
  return list === known || (list.length > last && list[0] === known[0] && list[last] === known[last]);
}

/** What was added at the end; undefined where something else changed. */
function appended(list: readonly Message[], known: readonly Message[]): readonly Message[] | undefined {
  return known.every((message, index) => isSame(message, list[index])) ? list.slice(known.length) : undefined;
}

/** A history that is fetched again has the same messages in other objects. */
function isSame(one: Message, other: Message | undefined): boolean {
  if (one === other) return true;
  if (other?.id !== one.id || other.role !== one.role || other.content !== one.content) return false;
  return JSON.stringify(one.metadata) === JSON.stringify(other.metadata);
}

/** What a person says is told by no event: it stands where it came. */
function isNews({ role }: Message): boolean {
  return role === 'user';
}
