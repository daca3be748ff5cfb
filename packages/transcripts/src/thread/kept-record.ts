import type { LedgerEvent } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

const kept = new WeakMap<LedgerEvent, Json>();

export function keepRecord(event: LedgerEvent, record: Json): void {
  kept.set(event, record);
}

/**
 * The record that a `source.record` is about, where its transcript was read with `keep: 'all'`. It is the one that was read: its long texts
 * are those of the events, and are in memory once.
 *
 * @example
 * import { readTranscript } from '@toolthread/transcripts';
 * const chat = '[{"role":"user","content":"Hello"}]';
 * const { events } = readTranscript(chat, { keep: 'all' });
 * JSON.stringify(events.map(keptRecord).find((record) => record !== undefined)); //=> '{"role":"user","content":"Hello"}'
 */
export function keptRecord(event: LedgerEvent): Json | undefined {
  return kept.get(event);
}
