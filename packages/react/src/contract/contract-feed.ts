import type { Thread } from '@toolthread/core';
import { isFields, listOf } from '@toolthread/core/json';
import { parseIsoTime, placesInHistory, reconcile, toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { beginsWith } from '../thread/begins-with.ts';
import { LiveEvents } from './live-events.ts';
import { isOver, Telling } from './telling.ts';

const NONE: readonly Message[] = [];

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
  #live: LiveEvents;
  /** Something was stored of a run that still works: once it is over, what is stored counts. */
  #isStoredMeanwhile = false;
  /** Of a run whose events have not told its end, the end is stored. */
  #isStoredToEnd = false;

  constructor(id: string = 'contract') {
    this.#id = id;
    this.#told = new Telling(id);
    this.#live = new LiveEvents(id);
  }

  /** `events`: all of them, the newest last. Each is told once, whatever comes after it. */
  thread(stored: readonly Message[], told: readonly unknown[] | undefined): Thread {
    // It is a foreign back end's JSON, whatever its type says.
    const list = listOf(stored) === stored ? stored : NONE;
    const messages = list.every(isFields) ? list : list.filter(isFields);
    const events = listOf(told);
    const goesOn = beginsWith(events, this.#events);
    if (!goesOn) this.#live = new LiveEvents(this.#id);
    const more = messages === this.#messages ? [] : appended(messages, this.#messages);
    const isNews = goesOn && more?.every((message) => this.#isNews(message)) === true;
    const news = goesOn ? events.slice(this.#events.length) : events;
    const from = this.#live.over.count;
    if (more?.some(({ role }) => role === 'user') === true) this.#live.ask();
    this.#live.tell(news);
    if (isNews) this.#told.tell([...more, ...news]);
    const isEnded = news.length > 0 && (this.#isStoredToEnd || isOver(this.#told.thread));
    const isStored = isEnded && (this.#isStoredToEnd || this.#isStored(messages, events.slice(from)));
    if (!isNews || isStored) this.#tellAnew(messages, events);
    this.#messages = messages;
    this.#events = events;
    return this.#told.thread;
  }

  /**
   * What a person says is told by no event: it stands where it came, unless it was said before the run began that stands there. Of the
   * same second, it is the question that the run answers, if nobody has said anything yet.
   */
  #isNews({ role, timestamp }: Message): boolean {
    const { begun } = this.#live;
    if (role !== 'user' || begun === undefined) return role === 'user';
    // It is a foreign back end's JSON, whatever its type says.
    const said = parseIsoTime(`${timestamp}`) ?? Infinity;
    return this.#messages.some((known) => known.role === 'user') ? said >= begun : said > begun;
  }

  /** Whether something of a run is stored that has ended now: what is stored counts from here on. */
  #isStored(messages: readonly Message[], run: readonly unknown[]): boolean {
    if (this.#isReplay(messages)) return false;
    const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
    if (this.#isStoredMeanwhile || turn.length === 0) return this.#isStoredMeanwhile;
    return placesInHistory(toMessages(this.#telling(run).thread.state), turn).some(({ place }) => place !== undefined);
  }

  /** Whether the events tell what people said, too, under the ids of the messages: then the reader knows what is told again. */
  #isReplay(messages: readonly Message[]): boolean {
    return messages.some(({ id }) => this.#live.said.has(id));
  }

  #tellAnew(messages: readonly Message[], events: readonly unknown[]): void {
    const { over, thread } = this.#live;
    if (this.#isReplay(messages)) {
      this.#told = this.#telling([...messages, ...events]);
      return;
    }
    const done = toMessages(over.thread.state);
    const ids = new Set(done.map(({ id }) => id));
    const running = toMessages(thread.state).filter(({ id }) => !ids.has(id));
    const stored = reconcile(done, messages, running);
    const places = placesInHistory([...done, ...running], stored).slice(done.length);
    const first = places.reduce((least, { place }) => Math.min(least, place ?? least), stored.length);
    this.#told = this.#telling([...stored.slice(0, first), ...events.slice(over.count), ...stored.slice(first)]);
    const isWorking = !isOver(thread);
    this.#isStoredToEnd = isWorking && isOver(this.#told.thread);
    this.#isStoredMeanwhile = isWorking && !this.#isStoredToEnd;
    if (this.#isStoredToEnd) this.#told = this.#telling(stored);
  }

  #telling(records: readonly unknown[]): Telling {
    const telling = new Telling(this.#id);
    telling.tell(records);
    return telling;
  }
}

/** What was added at the end; undefined where something else changed. */
function appended(list: readonly Message[], known: readonly Message[]): readonly Message[] | undefined {
  return known.every((message, index) => isSame(message, list[index])) ? list.slice(known.length) : undefined;
}

/** A history that is fetched again has the same messages in other objects. */
function isSame(one: Message, other: Message | undefined): boolean {
  if (other === undefined || one === other) return one === other;
  if (other.id !== one.id || other.role !== one.role || other.content !== one.content) return false;
  return JSON.stringify(one.metadata) === JSON.stringify(other.metadata);
}
