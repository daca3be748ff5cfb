import type { RecordFate } from '../../ledger/ledger-event.ts';

/** [L4] What became of a record. */
export interface Verdict {
  readonly fate: RecordFate;
  readonly rule?: string;
}

export const SHOWN: Verdict = { fate: 'shown' };
export const FOLDED: Verdict = { fate: 'folded' };
/** A stored message tells it. */
export const TOLD: Verdict = { fate: 'folded', rule: 'told_by_message' };
