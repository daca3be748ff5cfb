import { LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent, RecordFate } from '@toolthread/core';
import type { LedgerWriter, SourceLine } from './reader.ts';

/** The thread of an import, until a store gives it one of its own. */
export const IMPORTED_THREAD = 'imported';

const MOST_RAW = 64 * 1024;

export class EventWriter implements LedgerWriter {
  readonly events: LedgerEvent[] = [];
  #at = 0;

  write(draft: EventDraft, at: number | undefined = draft.at): void {
    this.#at = at ?? this.#at;
    this.events.push({
      ...draft,
      v: LEDGER_VERSION,
      thread: IMPORTED_THREAD,
      seq: this.events.length + 1,
      at: this.#at,
    });
  }

  account({ line, byte, value }: SourceLine, fate: Exclude<RecordFate, 'malformed'>, rule?: string): void {
    if (rule === undefined) return this.write({ type: 'source.record', line, byte, fate });
    if (!rule.startsWith('unknown:')) return this.write({ type: 'source.record', line, byte, fate, rule });
    const raw = JSON.stringify(value).slice(0, MOST_RAW);
    return this.write({ type: 'source.record', line, byte, fate, rule, raw });
  }

  malformed(line: number, byte: number, reason: string): void {
    this.write({ type: 'source.record', line, byte, fate: 'malformed', rule: reason });
  }
}
