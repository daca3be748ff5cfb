import type { Row } from '../sql/database.ts';
import { eventOf } from '../events/stored-event.ts';
import { sumOf } from './sum-of.ts';
import { type KeptSummary, parseSummary } from '../threads/parse-summary.ts';

/** Whether a row of `events` is what was written: by its checksum or, if it is older than checksums, by its content. */
export function isSoundEvent(row: Row, thread: string, seq: number): boolean {
  const { body, sum } = row;
  if (row['seq'] !== seq || typeof body !== 'string') return false;
  if (sum !== null) return sum === sumOf(thread, seq, body);
  try {
    const event = eventOf(body);
    return event.thread === thread && event.seq === seq && typeof event.type === 'string';
  } catch {
    return false;
  }
}

export interface ThreadRow extends KeptSummary {
  readonly id: string;
  readonly seq: number;
}

/** Whether a row of `threads` is what was written. With a checksum, its content need not be understood. */
export function isSoundThread({ id, seq, summary, sum }: Row): boolean {
  if (typeof id !== 'string' || typeof seq !== 'number' || typeof summary !== 'string') return false;
  return sum === null ? parseSummary(summary) !== undefined : sum === sumOf(id, seq, summary);
}

/** A row of `threads`; undefined if it is not what was written. */
export function soundThread(row: Row): ThreadRow | undefined {
  const { id, seq, summary: text } = row;
  if (typeof id !== 'string' || typeof seq !== 'number' || typeof text !== 'string') return undefined;
  const kept = isSoundThread(row) ? parseSummary(text) : undefined;
  return kept === undefined ? undefined : { id, seq, ...kept };
}
