import { LEDGER_VERSION } from '../../ledger/event.ts';
import type { EventDraft, LedgerEvent, RecordFate, ThreadCreated } from '../../ledger/event.ts';

/** Writes a whole ledger: one thread, dense numbers from 1, and an account of every record it was made from. */
export class LedgerWriter {
  readonly events: LedgerEvent[] = [];
  readonly #thread: string;
  #at = 0;

  constructor(thread: string, source: ThreadCreated['source']) {
    this.#thread = thread;
    this.append({ type: 'thread.created', ...(source === undefined ? {} : { source }) });
  }

  /** Events from here on happened then. A source that does not say when leaves the time as it was. */
  moveTo(at: number | undefined): void {
    if (at !== undefined) this.#at = at;
  }

  append(draft: EventDraft): void {
    const envelope = { v: LEDGER_VERSION, thread: this.#thread, seq: this.events.length + 1 } as const;
    this.events.push({ at: this.#at, ...draft, ...envelope });
  }

  /** What became of one record ([L4]). `line` counts from 1; records of a list in memory have no bytes. */
  account(line: number, fate: RecordFate, rule?: string, raw?: string): void {
    this.append({
      type: 'source.record',
      line,
      byte: 0,
      fate,
      ...(rule === undefined ? {} : { rule }),
      ...(raw === undefined ? {} : { raw }),
    });
  }
}
