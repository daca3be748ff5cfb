import type { DatabaseSync } from 'node:sqlite';
import { lastAcknowledged } from './last-acknowledged.ts';
import { acknowledgedInLog } from './acknowledged-in-log.ts';

/** Of each thread that had more events than can be read, how many it had at least. */
export type LostEvents = ReadonlyMap<string, number>;

/**
 * `lostEvents('ledger.db', database)`: what was acknowledged and is not in the file, as the record beside it and what is left of its log say. None if the file is as it
 * was written, or its log is torn at its end. A look that writes nothing. A server may be at work in it: what is recorded is asked for first.
 */
export function lostEvents(file: string, database: DatabaseSync): LostEvents {
  const had = new Map(lastAcknowledged(file));
  for (const [thread, seq] of acknowledgedInLog(file)) had.set(thread, Math.max(seq, had.get(thread) ?? 0));
  const lost = [...had].filter(([thread, seq]) => seq > lastRead(database, thread));
  if (lost.length === 0) return new Map();
  // One that was deleted meanwhile is not recorded any more.
  const still = new Map([...acknowledgedInLog(file), ...lastAcknowledged(file)]);
  return new Map(lost.filter(([thread]) => still.has(thread)));
}

function lastRead(database: DatabaseSync, thread: string): number {
  try {
    const row = database.prepare('select max(seq) as seq from events where thread = ?').get(thread);
    return typeof row?.['seq'] === 'number' ? row['seq'] : 0;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return 0;
    throw error;
  }
}
