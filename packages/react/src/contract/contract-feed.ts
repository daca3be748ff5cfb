import type { Thread } from '@toolthread/core';
import { isFields, listOf } from '@toolthread/core/json';
import { withoutRepeated } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { beginsWith } from '../thread/begins-with.ts';
import { appended } from './appended.ts';
import { EventPlaces } from './event-places.ts';
import { pastRecords } from './past-records.ts';
import { sinceStoredQuestion } from './since-stored-question.ts';
import { StretchFeed } from './stretch-feed.ts';
import { TurnsByTime } from './turns-by-time.ts';
import type { Stretch } from './turns-by-time.ts';

const NONE: readonly Message[] = [];

/**
 * A foreign back end's thread, from its stored messages and the live events that came meanwhile. Turns are drawn one by one, each from its
 * own messages and its own runs, as far as times tell them apart: nothing comes to be under another question.
 */
export class ContractFeed {
  readonly #id: string;
  /** As they were given last, and what is read of them. */
  #stored: unknown;
  #messages: readonly Message[] = NONE;
  #events: readonly unknown[] = [];
  #turns = new TurnsByTime();
  #places = new EventPlaces();
  #past: readonly Stretch[] = [];
  #newest: Stretch = { messages: NONE, events: [] };
  #feed: StretchFeed;

  constructor(id: string = 'contract') {
    this.#id = id;
    this.#feed = new StretchFeed(id, [], 0);
  }

  /** `events`: all of them, the newest last. Each is told once, whatever comes after it. */
  thread(stored: readonly Message[], told: readonly unknown[] | undefined): Thread {
    const messages = stored === this.#stored ? this.#messages : messagesIn(stored);
    this.#stored = stored;
    const events = sinceStoredQuestion(listOf(told), messages);
    const goesOn = beginsWith(events, this.#events);
    if (!goesOn) [this.#turns, this.#places] = [new TurnsByTime(), new EventPlaces()];
    const news = this.#places.place(goesOn ? events.slice(this.#events.length) : events);
    this.#turns.tell(news);
    if (messages !== this.#messages || this.#turns.isOther) this.#divide(messages);
    else if (news.length > 0) this.#newest = { ...this.#newest, events: [...this.#newest.events, ...news] };
    this.#messages = messages;
    this.#events = events;
    return this.#feed.thread(this.#newest.messages, this.#newest.events);
  }

  #divide(messages: readonly Message[]): void {
    const stretches = this.#turns.stretches(messages);
    const past = stretches.slice(0, -1);
    this.#newest = stretches.at(-1) ?? this.#newest;
    const isSame = past.length === this.#past.length && past.every((each, index) => isEqual(each, this.#past[index]));
    if (!isSame) this.#feed = new StretchFeed(this.#id, past.flatMap(pastRecords), past.length);
    this.#past = past;
  }
}

/** It is a foreign back end's JSON, whatever its type says. */
function messagesIn(stored: readonly Message[]): readonly Message[] {
  const list = listOf(stored) === stored ? stored : NONE;
  return withoutRepeated(list.every(isFields) ? list : list.filter(isFields));
}

function isEqual({ messages, events }: Stretch, known: Stretch | undefined): boolean {
  if (known?.events.length !== events.length || !beginsWith(events, known.events)) return false;
  return appended(messages, known.messages)?.length === 0;
}
