import { stamp } from './append-drafts.ts';
import type { Envelope } from './event/envelope.ts';
import { LEDGER_VERSION } from './ledger-event.ts';
import type { EventDraft, LedgerEvent, RecordFate, SourceRecord, ThreadCreated } from './ledger-event.ts';
import { TOLD_AGAIN } from './told-again.ts';

/**
 * Writes a whole ledger: one thread, dense numbers from 1, and an account of every record it was made from.
 *
 * @example
 * const ledger = new LedgerWriter('t1', { format: 'notes' });
 * ledger.write({ type: 'thread.renamed', title: 'Parser' }, 1000);
 * ledger.account({ line: 1 }, 'shown');
 * ledger.events.map(({ seq, type }) => `${seq} ${type}`); //=> ['1 thread.created', '2 thread.renamed', '3 source.record']
 */
export class LedgerWriter {
  readonly events: LedgerEvent[] = [];
  readonly #thread: string;
  #at = 0;
  #taken = 0;

  /** With a source it begins with the thread that is made from it. */
  constructor(thread: string, source?: ThreadCreated['source']) {
    this.#thread = thread;
    if (source !== undefined) this.write({ type: 'thread.created', source });
  }

  /** How many events were written, those that were taken included: the `seq` of the last one. */
  get written(): number {
    return this.#taken + this.events.length;
  }

  /** Returns what was written since the last time, and keeps it no longer: for a ledger that is longer than the memory. */
  take(): readonly LedgerEvent[] {
    const taken = this.events.splice(0);
    this.#taken += taken.length;
    return taken;
  }

  /** Events from here on happened then. A source that does not say when leaves the time as it was. */
  moveTo(at: number | undefined): void {
    if (at !== undefined) this.#at = at;
  }

  /** It happened, with all that follows, at `at`; an `at` in the draft is its own alone. */
  write(draft: EventDraft, at?: number): void {
    this.moveTo(at);
    this.events.push(stamp(draft, this.#thread, this.written + 1, draft.at ?? this.#at));
  }

  /** What became of one record ([L4]). `line` counts from 1; records of a list in memory have no bytes. */
  account({ line, byte = 0, file }: RecordPlace, fate: RecordFate, rule?: string, raw?: string): void {
    const type = 'source.record';
    // Every record has one, and nearly every one these names.
    if (file === undefined && raw === undefined) {
      const [at, thread, seq] = [this.#at, this.#thread, this.written + 1];
      if (rule === undefined) this.events.push({ type, line, byte, fate, at, v: LEDGER_VERSION, thread, seq });
      else this.events.push({ type, line, byte, fate, rule, at, v: LEDGER_VERSION, thread, seq });
      return;
    }
    const record: RecordDraft = { type, line, byte, fate };
    if (file !== undefined) record.file = file;
    if (rule !== undefined) record.rule = rule;
    if (raw !== undefined) record.raw = raw;
    this.write(record);
  }

  /** A record of which a rewind took back what it told is told again: it is shown, and no second record. */
  accountAgain(place: RecordPlace): void {
    this.account(place, 'shown', TOLD_AGAIN);
  }
}

type RecordDraft = Writable<Omit<SourceRecord, keyof Envelope>>;
type Writable<T> = { -readonly [name in keyof T]: T[name] };

/** Where a record is in its source. */
export interface RecordPlace {
  readonly line: number;
  readonly byte?: number;
  /** The name of a file beside the session's own. */
  readonly file?: string | undefined;
}
