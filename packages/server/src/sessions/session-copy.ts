/** The copy of a session in the ledger: what the thread has already is found again in the session, and only what is new is appended. */
import { isDeepStrictEqual } from 'node:util';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { eventLoop, type Ledger, type LedgerError } from '@toolthread/store';
import { pagesAfter } from '../events/pages-after.ts';
import type { SessionReading, SessionRest } from './session-source.ts';
import { isBeside, markOf, ToldBeside } from './told-beside.ts';

const PAGE = 100;

/** The ledger did not do what was asked of it. */
export interface LedgerRefusal {
  readonly is: 'refused';
  readonly why: LedgerError;
}

export type CopyStep = { readonly is: 'grew' | 'same' | 'rewritten' } | LedgerRefusal;

export class SessionCopy {
  readonly thread: string;
  readonly #ledger: Ledger;
  readonly #reading: SessionReading;
  #ahead: readonly EventDraft[] = [];
  /** Of those, how many are taken. */
  #before = 0;
  /** How many events of the session are in the thread, and what is between them there. */
  #taken = 0;
  #seq = 0;
  readonly #shifts: { readonly after: number; readonly by: number }[] = [];
  #at = 0;
  /** While its end is told: the last event before that. */
  #rested: number | undefined;
  /** How it ends, as it is told, by the marks of its events. */
  #end: string[] = [];
  #isClosed = false;
  readonly #beside = new ToldBeside();
  /** Steps that were told to be over when the session was at rest, in a thread from before rests were taken back. */
  readonly #overSteps = new Set<string>();
  /** What the thread was called. */
  readonly #titles = new Set<string>();

  constructor(ledger: Ledger, thread: string, reading: SessionReading) {
    this.#ledger = ledger;
    this.thread = thread;
    this.#reading = reading;
  }

  /** The last event of the thread that is known here. */
  get seq(): number {
    return this.#seq;
  }

  /** The last event, in the thread, of the version that ends with event `end` of the session: what follows it there is the rewind that left it. */
  versionEnd(end: number): number {
    return this.#placeOf(end + 1) - 1;
  }

  /** Makes the thread. `taken`: there is one of that name. `empty`: the session has nothing to show yet. */
  async create(owner?: string): Promise<'made' | 'taken' | 'empty' | LedgerRefusal> {
    const first = await this.#peek();
    if (first?.type !== 'thread.created') return 'empty';
    const { type: _, at = 0, ...draft } = first;
    const created = await this.#ledger.createThread({ ...draft, agent: 'elsewhere' }, { id: this.thread, at, owner });
    if (!created.ok) return created.error.code === 'seq_conflict' ? 'taken' : { is: 'refused', why: created.error };
    this.#take();
    return 'made';
  }

  /** Whether all that the thread has is in the session, in that order ([L1]). What it has beside that came from the session at rest. */
  async matches(): Promise<boolean | LedgerRefusal> {
    for await (const page of pagesAfter(this.#ledger, this.thread, { after: this.#seq })) {
      if (!page.ok) return { is: 'refused', why: page.error };
      for (const event of page.value) {
        // What is told of its end is not of the session, though it may look like what comes next there.
        const next = this.#rested === undefined ? await this.#peek() : undefined;
        if (next !== undefined && isSame(event, this.#placed(next))) this.#take();
        else if (this.#rested !== undefined || isAside(event)) this.#note(event);
        else return false;
      }
    }
    return this.#seq > 0;
  }

  /** Appends what the session has beyond the thread. */
  async grow(): Promise<CopyStep> {
    let grew = false;
    for (;;) {
      await eventLoop.next();
      const next = await this.#read();
      if (next === 'rewritten') return { is: 'rewritten' };
      if (next === undefined) return { is: grew ? 'grew' : 'same' };
      const late = await this.#goOn();
      if (late !== undefined) return late;
      const drafts: EventDraft[] = [];
      for (let draft = next; drafts.length < PAGE;) {
        drafts.push(this.#placed(draft));
        this.#take();
        const following = this.#ahead[this.#before];
        if (following === undefined || this.#isToldBefore(following)) break;
        draft = following;
      }
      const refused = await this.#append(drafts, this.#seq - drafts.length);
      if (refused !== undefined) return refused;
      grew = true;
    }
  }

  /** Where the session is at rest: says so, with what is beside it. */
  async settle(): Promise<CopyStep> {
    const rest = await this.#reading.rest();
    if (rest === undefined) return { is: 'same' };
    const { stays, end } = this.#beside.newIn(rest);
    // A title that it was given before is not told again: a person may have renamed it since.
    const names = end.filter((event) => event.type === 'thread.renamed' && !this.#titles.has(event.title));
    const ends = end.filter(({ type }) => type !== 'thread.renamed');
    const isTold = this.#isClosed && (this.#rested === undefined || isDeepStrictEqual(ends.map(markOf), this.#end));
    if (isTold && stays.length + names.length === 0) return { is: 'same' };
    const late = (await this.#goOn()) ?? (await this.#tell([...stays, ...names]));
    const rested = { type: 'thread.rested', at: ends[0]?.at ?? this.#at } as const;
    return late ?? (await this.#tell([rested, ...this.#placedEnd(ends, rest)])) ?? { is: 'grew' };
  }

  close(): void {
    this.#reading.close();
  }

  /** [L1] More came: what was said of the end does not count. */
  async #goOn(): Promise<LedgerRefusal | undefined> {
    if (this.#rested === undefined) return undefined;
    return this.#tell([{ type: 'thread.rewound', at: this.#at, to: this.#rested, retold: true }]);
  }

  /** What is not the session's own next events. */
  async #tell(events: readonly EventDraft[]): Promise<LedgerRefusal | undefined> {
    for (let start = 0; start < events.length; start += PAGE) {
      await eventLoop.next();
      const drafts = events.slice(start, start + PAGE);
      const refused = await this.#append(drafts, this.#seq);
      if (refused !== undefined) return refused;
      for (const draft of drafts) this.#note(draft);
    }
    return undefined;
  }

  async #append(drafts: readonly EventDraft[], after: number): Promise<LedgerRefusal | undefined> {
    const appended = await this.#ledger.append(this.thread, drafts, { after });
    return appended.ok ? undefined : { is: 'refused', why: appended.error };
  }

  async #peek(): Promise<EventDraft | undefined> {
    const next = await this.#read();
    return next === 'rewritten' ? undefined : next;
  }

  async #read(): Promise<EventDraft | 'rewritten' | undefined> {
    for (;;) {
      const next = this.#ahead[this.#before];
      if (next === undefined) {
        const more = await this.#reading.next();
        if (more === 'rewritten') return more;
        if (more.length === 0) return undefined;
        this.#ahead = more;
        this.#before = 0;
      } else if (this.#isToldBefore(next)) {
        this.#before += 1;
        this.#taken += 1;
        this.#noteShift();
      } else return next;
    }
  }

  #isToldBefore(event: EventDraft): boolean {
    return event.type === 'agent.step.completed' && this.#overSteps.has(stepOf(event));
  }

  #take(): void {
    const event = this.#ahead[this.#before];
    this.#at = event?.at ?? this.#at;
    if (event?.type === 'thread.rewound') this.#beside.takeBack(this.versionEnd(event.to));
    this.#before += 1;
    this.#taken += 1;
    this.#seq += 1;
    this.#isClosed = false;
  }

  /** An event of the thread that is not the session's next one. */
  #note(event: EventDraft): void {
    this.#seq += 1;
    this.#noteShift();
    this.#at = event.at ?? this.#at;
    if (event.type === 'thread.renamed') return void this.#titles.add(event.title);
    // Where its file was gone for a time, the session itself has not said that it is over.
    this.#isClosed = event.type === 'thread.closed' && event.file === undefined;
    if (this.#rested === undefined) return this.#noteAside(event);
    if (event.type !== 'thread.rewound' || event.to !== this.#rested) return void this.#end.push(markOf(event));
    this.#rested = undefined;
    this.#end = [];
  }

  #noteAside(event: EventDraft): void {
    if (event.type === 'thread.rested') this.#rested = this.#seq - 1;
    if (event.type === 'agent.step.completed') this.#overSteps.add(stepOf(event));
    this.#beside.note(event, this.#seq);
  }

  /** Events that name others do so by their place, which is another one in the thread where something is between. */
  #placed(event: EventDraft): EventDraft {
    if (this.#shifts.length === 0) return event;
    // What was told at rest, right behind it, is before the rewind too.
    if (event.type === 'thread.rewound') return { ...event, to: this.versionEnd(event.to) };
    if (event.type === 'context.compacted') return { ...event, replaces_to: this.#placeOf(event.replaces_to) };
    return event;
  }

  /** Of the end, which is told next but one, with the places that its own events will have. */
  #placedEnd(end: readonly EventDraft[], { ended }: SessionRest): readonly EventDraft[] {
    const first = this.#seq + 2;
    const placeIn = (seq: number): number => {
      const before = new Set(ended.slice(0, seq - this.#taken));
      return first + end.filter((event) => before.has(event)).length;
    };
    return end.map((event) => {
      if (event.type === 'thread.rewound')
        return { ...event, to: event.to < this.#taken ? this.versionEnd(event.to) : placeIn(event.to) - 1 };
      if (event.type !== 'context.compacted') return event;
      const { replaces_to: to } = event;
      return { ...event, replaces_to: to <= this.#taken ? this.#placeOf(to) : placeIn(to) - 1 };
    });
  }

  #placeOf(seq: number): number {
    return seq + (this.#shifts.findLast(({ after }) => after < seq)?.by ?? 0);
  }

  #noteShift(): void {
    if (this.#shifts.at(-1)?.after === this.#taken) this.#shifts.pop();
    this.#shifts.push({ after: this.#taken, by: this.#seq - this.#taken });
  }
}

function stepOf({ scope = '', step }: { readonly scope?: string; readonly step: number }): string {
  return `${scope} ${step}`;
}

/** What was written because the session was at rest, or a person renamed it. */
function isAside(event: LedgerEvent): boolean {
  const { type } = event;
  const isEnd = type === 'thread.closed' || type === 'thread.renamed' || type === 'agent.step.completed';
  return isEnd || type === 'thread.rested' || type === 'source.record' || isBeside(event);
}

/** The first event has the thread's own title and agent. */
function isSame(event: LedgerEvent, draft: EventDraft): boolean {
  if (event.type === 'thread.created')
    return draft.type === event.type && isDeepStrictEqual(event.source, draft.source);
  const { v: _v, thread: _thread, seq: _seq, ...rest } = event;
  return isDeepStrictEqual(rest, draft);
}
