import type { Thread } from '@toolthread/core';
import type { Message } from '@toolthread/core/contract';
import { beginsWith } from '../thread/begins-with.ts';
import { appended } from './appended.ts';
import { isOneTurn } from './is-one-turn.ts';
import { SeveralTurns } from './several-turns.ts';
import { Telling } from './telling.ts';
import { TurnRecords } from './turn-records.ts';

/** The newest stretch of a foreign back end's thread, from its stored messages and its live events. */
export class StretchFeed {
  readonly #id: string;
  /** What is above it, and how many turns that are. */
  readonly #above: readonly unknown[];
  readonly #place: number;
  #messages: readonly Message[] = [];
  #events: readonly unknown[] = [];
  #told: Telling;
  #turn: TurnRecords;
  #several: SeveralTurns | undefined;

  constructor(id: string, above: readonly unknown[], place: number) {
    this.#id = id;
    this.#above = above;
    this.#place = place;
    this.#turn = new TurnRecords({ messages: [], events: [] }, place);
    this.#told = new Telling(this.#id, this.#above, []);
  }

  /** `events`: all of them, the newest last. Each is told once, whatever comes after it. */
  thread(messages: readonly Message[], events: readonly unknown[]): Thread {
    if (!isOneTurn(messages)) {
      this.#several ??= this.#severalTurns();
      return this.#several.thread(messages, events);
    }
    const isSame = messages === this.#messages || appended(messages, this.#messages)?.length === 0;
    const isOther = this.#several !== undefined || !isSame;
    this.#several = undefined;
    if (isOther || !beginsWith(events, this.#events)) this.#tellAnew(messages, events);
    else
      for (const event of events.slice(this.#events.length)) {
        const news = this.#turn.add(event);
        if (news !== undefined) this.#told.tell(news);
        else this.#told = new Telling(this.#id, this.#above, this.#turn.records());
      }
    this.#messages = messages;
    this.#events = events;
    return this.#told.thread;
  }

  #tellAnew(messages: readonly Message[], events: readonly unknown[]): void {
    this.#turn = new TurnRecords({ messages, events }, this.#place);
    this.#told = new Telling(this.#id, this.#above, this.#turn.records());
  }

  /** What was seen until now is known to it. */
  #severalTurns(): SeveralTurns {
    const several = new SeveralTurns(this.#id, this.#above);
    several.thread(this.#messages, this.#events);
    return several;
  }
}
