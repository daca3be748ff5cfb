/** One session as the server takes it: its events from the first on, and what its file gains. */
import { isDeepStrictEqual } from 'node:util';
import { isAtWork } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { SessionRest } from '@toolthread/server';
import { GrowingFile } from '../../open/growing-file.ts';
import { RunsBeside } from '../../open/runs-beside.ts';
import type { Trouble } from '../../system-trouble.ts';
import { insideOf, readThread } from '../../thread/read-thread.ts';
import { databaseStamp, stampOf } from '../stamp-of.ts';

const MOST_EVENTS = 200;
const MOST_CHARACTERS = 256 * 1024;

/** Those of a file that only grows are read once; any other file is read again whenever it has changed. */
export class SessionReading {
  readonly #path: string;
  #file: GrowingFile | undefined;
  #stamp = '';
  #events: readonly LedgerEvent[] = [];
  #given = 0;
  readonly #beside: RunsBeside;
  /** As it was when the end was told. */
  #restStamp = '';

  private constructor(path: string, file: GrowingFile | undefined) {
    this.#path = path;
    this.#beside = new RunsBeside(path);
    this.#file = file;
  }

  /** `await SessionReading.open('session.jsonl')` */
  static async open(path: string): Promise<SessionReading | Trouble> {
    const reading = new SessionReading(
      path,
      insideOf(path) === undefined ? new GrowingFile(path, 'unknown') : undefined,
    );
    const trouble = await reading.#look();
    if (trouble === undefined || trouble === 'rewritten') return reading;
    reading.close();
    return trouble;
  }

  /** The next events; none if there are no more now. */
  async next(): Promise<readonly EventDraft[] | 'rewritten'> {
    if (this.#given >= this.#events.length && (await this.#look()) !== undefined) return 'rewritten';
    const first = this.#events.findIndex(({ type }) => type === 'thread.created');
    // Broken lines may be before it. A thread begins with its own event.
    const event = this.#events[first];
    if (event === undefined) return [];
    const drafts: EventDraft[] = [];
    for (let characters = 0; drafts.length < MOST_EVENTS && characters < MOST_CHARACTERS;) {
      const place = this.#given === 0 ? first : this.#given <= first ? this.#given - 1 : this.#given;
      const given = this.#events[place];
      if (given === undefined) break;
      const text = JSON.stringify(draftOf(given));
      characters += text.length;
      drafts.push(JSON.parse(text));
      this.#given += 1;
    }
    return drafts;
  }

  /** Whether its file, or one beside it, has changed since its end was told. */
  hasNews(): boolean {
    return this.#stampNow() !== this.#restStamp;
  }

  /** What comes after them where nobody goes on with the session; undefined where somebody does. */
  async rest(): Promise<SessionRest | undefined> {
    const stamp = this.#stampNow();
    const read = await readThread(this.#path);
    if (!read.ok) return undefined;
    const known = this.#events.length;
    const hasRuns = read.thread.events.slice(known).some((event) => event.type === 'source.record' && event.file);
    const open = hasRuns ? await readThread(this.#path, 'unknown', 'goes on') : undefined;
    // [L1] What the file gained meanwhile is no end: it is read as what comes next, and only there.
    if ((await this.#look()) !== undefined || this.#events.length > known) return undefined;
    if (!isDeepStrictEqual(read.thread.events.slice(0, known), this.#events)) return undefined;
    this.#restStamp = stamp;
    const beside = open?.ok === true ? draftsAfter(known, open.thread.events) : [];
    return { beside, ended: draftsAfter(known, read.thread.events) };
  }

  /** [L3] Whether its last response, or its run, is over by the file's own word. */
  isToldOver(): boolean {
    for (const event of this.#events.toReversed()) {
      if (event.scope !== undefined) continue;
      // An attempt that does not count is made again.
      if (event.type === 'agent.step.completed') return event.discarded !== true;
      if (event.type === 'agent.status') return !isAtWork(event.status);
      if (event.type === 'agent.step.started' || event.type === 'message.posted') return false;
    }
    return false;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #stampNow(): string {
    const store = insideOf(this.#path)?.store;
    return store === undefined ? `${stampOf(this.#path)} ${this.#beside.stamp()}` : databaseStamp(store).stamp;
  }

  /** Reads what is new. */
  async #look(): Promise<'rewritten' | Trouble | undefined> {
    const file = this.#file;
    if (file !== undefined) {
      if (file.fate() !== 'there') return 'rewritten';
      file.read();
      if (file.trouble() === undefined) {
        this.#events = file.thread.events;
        return undefined;
      }
      this.close();
    }
    return this.#readAnew();
  }

  async #readAnew(): Promise<'rewritten' | Trouble | undefined> {
    const store = insideOf(this.#path)?.store;
    const stamp = store === undefined ? stampOf(this.#path) : databaseStamp(store).stamp;
    if (stamp !== '' && stamp === this.#stamp) return undefined;
    const read = await readThread(this.#path, 'unknown', 'goes on');
    // One that was read once is only busy now.
    if (!read.ok) return this.#stamp === '' ? read : undefined;
    this.#stamp = stamp;
    const { events } = read.thread;
    const before = this.#events;
    if (before.length > 0 && !isDeepStrictEqual(events.slice(0, before.length), before)) return 'rewritten';
    this.#events = events;
    return undefined;
  }
}

function draftsAfter(known: number, events: readonly LedgerEvent[]): readonly EventDraft[] {
  return JSON.parse(JSON.stringify(events.slice(known).map(draftOf)));
}

function draftOf({ v: _v, thread: _thread, seq: _seq, ...draft }: LedgerEvent): EventDraft {
  return draft;
}
