/** What was told of the last turns: one that was taken back can be told again, in the place where it stood. */
import type { LedgerEvent } from '@toolthread/core';
import type { SourceLine } from '../transcript/format-reader.ts';
import type { OpenStep } from './open-step.ts';
import { stepName } from './step-numbers.ts';
import type { ThreadWriter } from './thread-writer.ts';

/** So many bytes of the file are kept. A turn that began before them is not told again. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Going over all of it again and again would cost the square of its length: after so many entries nothing is told again. */
const FREE_REPEATS = 1_000_000;

interface Told {
  readonly turn: number;
  readonly size: number;
  /** Its turn begins with it. */
  readonly begins: boolean;
  event: LedgerEvent;
  /** No rewind took it back. */
  counts: boolean;
}

/** A line of a turn that does not count: nothing was told of it. */
interface Late {
  readonly turn: number;
  readonly size: number;
  readonly line: SourceLine;
}

type Entry = Told | Late;

interface ClosedStep extends Pick<OpenStep, 'usage'> {
  readonly step: OpenStep;
  readonly turn: number;
  /** The event that began it; 0 if it is no longer kept. */
  readonly began: number;
  /** That it ended. */
  readonly event: LedgerEvent | undefined;
}

/** Before the first turn. */
const START = 0;

/** What is done with lines of turns that were left. */
export interface LateLines {
  /** Its turn counts: it is read, and taken. */
  tell(line: SourceLine, turn: number): void;
  /** Its turn will never count. */
  leave(line: SourceLine): void;
}

interface Turns extends LateLines {
  counts(turn: number): boolean;
  /** The turn begins after event `to`. */
  begin(turn: number, to: number): void;
}

/** A step ends before anybody else speaks, though its end was told later. */
class StepEnds {
  readonly #ends = new Map<string, Told>();
  /** Of each scope the end of the step that goes on. */
  readonly #next = new Map<string | undefined, Told>();
  readonly #over = new Set<Told>();

  constructor(entries: readonly Told[]) {
    for (const entry of entries)
      if (entry.event.type === 'agent.step.completed')
        this.#ends.set(stepName(entry.event.scope, entry.event.step), entry);
  }

  /** What has to be told before an entry, or before a line of the session's own. */
  endBefore(entry: Told | undefined): Told | undefined {
    if (entry !== undefined && !isBoundary(entry.event) && entry.event.type !== 'context.compacted') return undefined;
    const scope = entry?.event.scope;
    const end = this.#next.get(scope);
    this.#next.delete(scope);
    if (end !== undefined) this.#over.add(end);
    if (entry?.event.type !== 'agent.step.started') return end;
    const own = this.#ends.get(stepName(scope, entry.event.step));
    if (own !== undefined) this.#next.set(scope, own);
    return end;
  }

  /** It was told before. */
  isOver(entry: Told): boolean {
    if (this.#next.get(entry.event.scope) === entry) this.#next.delete(entry.event.scope);
    return this.#over.has(entry);
  }
}

export class ToldTurns {
  readonly #thread: ThreadWriter;
  readonly #turns: Turns;
  /** In the order of the file. */
  #entries: Entry[] = [];
  /** Those that count, in the order of the ledger: it is the same. */
  readonly #told: Told[] = [];
  /** The turn of each step of the thread's own, by its number, and of each child run, by its scope. */
  readonly #owners = new Map<string | number, number>();
  #turn = START;
  /** The last event that was taken. */
  #taken = 0;
  #bytes = 0;
  #lastByte = 0;
  /** Of the turns up to this one something is no longer kept. */
  #goneTo = START - 1;
  #allowed = FREE_REPEATS;
  /** Steps of which more may come, until they are told again. */
  #closed: readonly ClosedStep[] = [];

  constructor(thread: ThreadWriter, turns: Turns) {
    this.#thread = thread;
    this.#turns = turns;
  }

  /** What was written since the last time is told of that line. Without a turn it is of the last one. `begins`: the turn begins with it. */
  take(line: SourceLine, turn: number | undefined, begins: boolean): void {
    this.#turn = turn ?? this.#turn;
    const { events, written } = this.#thread.ledger;
    const from = Math.max(0, events.length - (written - this.#taken));
    this.#taken = written;
    let size = this.#sizeOf(line);
    let hasBegun = !begins;
    for (let at = from; at < events.length; at += 1) {
      const event = events[at];
      if (event === undefined || !isTellable(event)) continue;
      const isFirst = !hasBegun && isBoundary(event);
      hasBegun ||= isFirst;
      this.#push({ turn: this.#ownerOf(event), size, begins: isFirst, event, counts: true });
      // The line is of the first of its events: it is forgotten with that one.
      size = 0;
    }
    this.#forget();
  }

  takeLate(line: SourceLine, turn: number): void {
    this.#push({ turn, size: this.#sizeOf(line), line });
    this.#forget();
  }

  /** The turn of a step, or of the child run that it is in. */
  turnOf(scope: string | undefined, step: number): number | undefined {
    return this.#owners.get(scope ?? step);
  }

  /** What came after event `to` is taken back. Turns that count nevertheless are told again. */
  goBack(to: number): void {
    if (this.#allowed < 0) return;
    this.#closed = this.#closeSteps(false);
    const first = this.#rewind(to, false).findLast((entry) => this.#mayTell(entry));
    if (first !== undefined) this.#tellFrom(this.#entries.indexOf(first));
    this.#reopen(to);
  }

  /** Other turns count than before. */
  update(): void {
    this.#allowed -= this.#entries.length;
    if (this.#allowed < 0) return;
    const first = this.#entries.findIndex((entry) => this.#isKept(entry) && isTold(entry) !== this.#mayTell(entry));
    if (first === -1) return;
    const from = this.#landingFor(first);
    if (from === undefined) return;
    const at = this.#entries[from];
    const retold = this.#entries.slice(from).every((entry) => !isTold(entry) || this.#mayTell(entry));
    this.#closed = this.#closeSteps(retold);
    const to = at !== undefined && isTold(at) ? at.event.seq - 1 : undefined;
    if (to !== undefined) this.#rewind(to, retold);
    this.#tellFrom(Math.min(from, first));
    this.#reopen(to ?? Infinity);
  }

  /** No more comes of the file. */
  end(): void {
    const late = this.#entries.filter((entry) => 'line' in entry);
    this.#entries = this.#entries.filter((entry) => 'event' in entry);
    for (const { line } of late) this.#turns.leave(line);
  }

  /** The entry before which the thread can go back, so that all that counts from `first` on is taken back; the last one's next where nothing does. */
  #landingFor(first: number): number | undefined {
    const next = this.#entries.findIndex((entry, at) => at >= first && isTold(entry));
    if (next === -1) return this.#entries.length;
    const isLanding = (entry: Entry | undefined): boolean =>
      entry !== undefined && isTold(entry) && isBoundary(entry.event);
    if (isLanding(this.#entries[next])) return next;
    const before = this.#entries.slice(0, first).findLastIndex(isLanding);
    return before === -1 ? undefined : before;
  }

  /** A version that is left has no step that seems to go on; what is told again is no version. */
  #closeSteps(retold: boolean): readonly ClosedStep[] {
    return this.#thread.openSteps.map((step) => {
      const { scope, usage } = step;
      const turn = this.turnOf(scope, step.step);
      const start = this.#told.findLast(({ event }) => isStartOf(event, step));
      if (!retold) this.#thread.closeStep(scope);
      const event = this.#thread.ledger.events.at(-1);
      return { step, usage, turn: turn ?? START, began: start?.event.seq ?? 0, event };
    });
  }

  /** Opens closed steps again, because more of them may come: those whose turn counts, and that began before `to`. Later events were taken back. */
  #reopen(to: number): void {
    for (const { step, usage, turn, began, event } of this.#closed) {
      if (began <= to && this.#turns.counts(turn)) this.#thread.reopen(step, usage);
      else if (event !== undefined) this.#push({ turn, size: 0, begins: false, event, counts: false });
    }
    this.#closed = [];
    this.#taken = this.#thread.ledger.written;
  }

  /** Gives what it took back, the last first. */
  #rewind(to: number, retold: boolean): readonly Told[] {
    this.#thread.rewind(to, retold);
    const gone: Told[] = [];
    for (let last = this.#told.at(-1); last !== undefined && last.event.seq > to; last = this.#told.at(-1)) {
      last.counts = false;
      gone.push(last);
      this.#told.pop();
    }
    return gone;
  }

  #tellFrom(first: number): void {
    const rest = this.#entries.splice(first);
    this.#allowed -= rest.length;
    const steps = new StepEnds(rest.filter((entry) => 'event' in entry));
    for (const entry of rest) {
      this.#bytes -= entry.size;
      if (!this.#mayTell(entry)) {
        this.#push(entry);
        continue;
      }
      const end = steps.endBefore('line' in entry ? undefined : entry);
      if (end !== undefined) this.#tellAgain(end);
      if ('line' in entry) this.#tellLate(entry);
      else if (!steps.isOver(entry)) this.#tellAgain(entry);
    }
  }

  #tellLate({ line, turn }: Late): void {
    this.#taken = this.#thread.ledger.written;
    this.#turns.tell(line, turn);
  }

  #tellAgain(entry: Told): void {
    const open = this.#closed.find(({ step }) => isStartOf(entry.event, step));
    const event = this.#thread.tellAgain(entry.event);
    if (open !== undefined) this.#goOn(open);
    if (entry.begins) this.#turns.begin(entry.turn, event.seq - 1);
    this.#push({ ...entry, event, counts: true });
  }

  /** It is told again, and open: what comes late may end it. */
  #goOn(open: ClosedStep): void {
    this.#closed = this.#closed.filter((one) => one !== open);
    this.#thread.renumber(open.step);
    this.#thread.reopen(open.step, open.usage);
  }

  #push(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += entry.size;
    if (!isTold(entry)) return;
    this.#told.push(entry);
    const { event, turn } = entry;
    if (event.type === 'scope.opened') this.#owners.set(event.scope, turn);
    if (event.type === 'agent.step.started' && event.scope === undefined) this.#owners.set(event.step, turn);
  }

  /** What is told of a step is of its turn, whoever wrote in between. */
  #ownerOf(event: LedgerEvent): number {
    const { scope } = event;
    if (event.type === 'scope.opened') {
      const { parent } = event;
      return (parent?.step === undefined ? undefined : this.turnOf(parent.scope, parent.step)) ?? this.#turn;
    }
    if (scope !== undefined) return this.#owners.get(scope) ?? this.#turn;
    if (event.type === 'agent.step.started' || !('step' in event) || event.step === undefined) return this.#turn;
    return this.turnOf(undefined, event.step) ?? this.#turn;
  }

  /** From its beginning. */
  #isKept({ turn }: Entry): boolean {
    return turn > this.#goneTo;
  }

  #mayTell(entry: Entry): boolean {
    return this.#isKept(entry) && this.#turns.counts(entry.turn);
  }

  #sizeOf({ byte }: SourceLine): number {
    const size = Math.max(0, byte - this.#lastByte);
    this.#lastByte = byte;
    return size;
  }

  #forget(): void {
    if (this.#bytes < MOST_BYTES * 1.25) return;
    let count = 0;
    for (let entry = this.#entries[0]; entry !== undefined && this.#bytes > MOST_BYTES; entry = this.#entries[count]) {
      this.#bytes -= entry.size;
      this.#goneTo = Math.max(this.#goneTo, entry.turn);
      if ('line' in entry) this.#turns.leave(entry.line);
      else if (entry.event.type === 'agent.step.started') this.#owners.delete(entry.event.scope ?? entry.event.step);
      count += 1;
    }
    const gone = this.#entries.splice(0, count);
    this.#told.splice(0, gone.filter(isTold).length);
  }
}

function isTold(entry: Entry): entry is Told {
  return 'event' in entry && entry.counts;
}

function isStartOf(event: LedgerEvent, { scope, step }: OpenStep): boolean {
  return event.type === 'agent.step.started' && event.scope === scope && event.step === step;
}

function isBoundary({ type }: LedgerEvent): boolean {
  return type === 'message.posted' || type === 'agent.step.started';
}

/** Of the account only what is shown can be taken back. */
function isTellable(event: LedgerEvent): boolean {
  return event.type !== 'source.record' || event.fate === 'shown';
}
