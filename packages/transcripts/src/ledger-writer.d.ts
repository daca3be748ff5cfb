import type { EventDraft, LedgerEvent, RecordFate } from '@toolthread/core';
import type { LedgerWriter, SourceLine } from './reader.ts';
/** The thread of an import, until a store gives it one of its own. */
export declare const IMPORTED_THREAD = 'imported';
export declare class EventWriter implements LedgerWriter {
  #private;
  readonly events: LedgerEvent[];
  write(draft: EventDraft): void;
  account(line: SourceLine, fate: Exclude<RecordFate, 'malformed'>, rule?: string): void;
  malformed(line: number, byte: number, reason: string): void;
}
