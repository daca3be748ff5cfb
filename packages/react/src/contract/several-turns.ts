import type { Thread } from '@toolthread/core';
import { parseIsoTime, placesInHistory, reconcile, toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { beginsWith } from '../thread/begins-with.ts';
import { appended } from './appended.ts';
import { isEnd } from './is-end.ts';
import { LiveEvents } from './live-events.ts';
import { storedWhole } from './stored-whole.ts';
import { isOver, Telling } from './telling.ts';

/**
 * Turns that times do not tell apart, the newest of a foreign back end's thread, from its stored messages and its live events. More events, and what a person says,
 * are where they come; other messages are put together with the events again: while a run works, its events go before what is stored of it; once it is over,
 * what is stored counts, as `reconcile` says.
 */
export class SeveralTurns {
  readonly #id: string;
  /** What is above it. */
  readonly #above: readonly unknown[];
  #messages: readonly Message[] = [];
  #events: readonly unknown[] = [];
  #told: Telling;
  #live: LiveEvents;
  /** Something was stored of a run that still works: once it is over, what is stored counts. */
  #isStoredMeanwhile = false;
  /** Of a run whose events have not told its end, the end is stored. */
  #isStoredToEnd = false;
  #isWhole = false;

  constructor(id: string, above: readonly unknown[]) {
    this.#id = id;
    this.#above = above;
    this.#told = new Telling(this.#id, this.#above, []);
    this.#live = new LiveEvents(id);
  }

  /** `events`: all of them, the newest last. Each is told once, whatever comes after it. */
  thread(messages: readonly Message[], events: readonly unknown[]): Thread {
    const goesOn = beginsWith(events, this.#events);
    if (!goesOn) this.#live = new LiveEvents(this.#id);
    const more = messages === this.#messages ? [] : appended(messages, this.#messages);
    const isNews = goesOn && more?.every((message) => this.#isNews(message)) === true;
    const news = goesOn ? events.slice(this.#events.length) : events;
    const from = this.#live.over.count;
    if (more?.some(({ role }) => role === 'user') === true) this.#live.ask();
    this.#live.tell(news);
    const isSame = goesOn && news.length === 0 && more?.length === 0;
    if (!isSame && !this.#tellWhole(messages, events)) {
      if (isNews && !this.#isWhole) this.#told.tell([...more, ...news]);
      const isEnded = news.length > 0 && (this.#isStoredToEnd || isOver(this.#told.thread));
      const isStored = isEnded && (this.#isStoredToEnd || this.#isStored(messages, events.slice(from)));
      if (!isNews || this.#isWhole || isStored) this.#tellAnew(messages, events);
      this.#isWhole = false;
    }
    this.#messages = messages;
    this.#events = events;
    return this.#told.thread;
  }

  /** Whether the end of the turn is stored: then nothing else is told. */
  #tellWhole(messages: readonly Message[], events: readonly unknown[]): boolean {
    const { state } = this.#live.thread;
    const isReplay = events.length === 0 || this.#isReplay(messages);
    const whole = isReplay ? undefined : storedWhole(messages, { events, state, isOver: isOver(this.#live.thread) });
    if (whole === undefined) return false;
    this.#told = new Telling(this.#id, this.#above, whole);
    this.#isWhole = true;
    return true;
  }

  /**
   * What a person says is told by no event: it is where it came, unless it was said before the run began that is there. Of the
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
    const telling = new Telling(this.#id);
    telling.tell(run);
    return placesInHistory(toMessages(telling.thread.state), turn).some(({ place }) => place !== undefined);
  }

  /** Whether the events tell what people said, too, under the ids of the messages: then the reader knows what is told again. */
  #isReplay(messages: readonly Message[]): boolean {
    return messages.some(({ id }) => this.#live.said.has(id));
  }

  #tellAnew(messages: readonly Message[], events: readonly unknown[]): void {
    const { over, thread } = this.#live;
    if (this.#isReplay(messages)) {
      this.#told = new Telling(this.#id, this.#above, [...messages, ...events]);
      return;
    }
    const done = toMessages(over.thread.state);
    const ids = new Set(done.map(({ id }) => id));
    const running = toMessages(thread.state).filter(({ id }) => !ids.has(id));
    const stored = reconcile(done, messages, running);
    const places = placesInHistory([...done, ...running], stored).slice(done.length);
    const first = places.reduce((least, { place }) => Math.min(least, place ?? least), stored.length);
    // Messages that are made of events have no ids of the back end's.
    const own = new Set(messages);
    const told = stored.map((message) => (own.has(message) ? message : { ...message, id: `live ${message.id}` }));
    this.#told = new Telling(this.#id, this.#above, [
      ...told.slice(0, first),
      ...events.slice(over.count),
      ...told.slice(first),
    ]);
    const isWorking = !isOver(thread);
    const last = messages.at(-1);
    const isAllStored =
      last !== undefined &&
      isEnd(last) &&
      places.every(({ message, place }) => message.role === 'status' || place !== undefined);
    this.#isStoredToEnd = isWorking && (isOver(this.#told.thread) || isAllStored);
    this.#isStoredMeanwhile = isWorking && !this.#isStoredToEnd;
    if (this.#isStoredToEnd) this.#told = new Telling(this.#id, this.#above, told);
  }
}
