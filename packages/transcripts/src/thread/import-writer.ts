import { LedgerWriter } from '@toolthread/core';
import type { RecordFate } from '@toolthread/core';
import type { SourceLine } from '../transcript/format-reader.ts';

/** The thread of an import, until a store gives it one of its own. */
export const IMPORTED_THREAD = 'imported';

const MOST_RAW = 64 * 1024;

/** Where a reader writes its events. Every record gets exactly one fate; `rule` names why it is hidden. */
export class ImportWriter extends LedgerWriter {
  constructor() {
    super(IMPORTED_THREAD);
  }

  /** A record of an unknown kind is kept as text. */
  settle(line: SourceLine, fate: Exclude<RecordFate, 'malformed'>, rule?: string): void {
    const isUnknown = rule?.startsWith('unknown:') === true;
    this.account(line, fate, rule, isUnknown ? JSON.stringify(line.value).slice(0, MOST_RAW) : undefined);
  }
}
