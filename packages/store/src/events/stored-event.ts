import { type EventDraft, LEDGER_VERSION, type LedgerEvent } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';

export interface StoredEvent {
  readonly event: LedgerEvent;
  readonly body: string;
}

/**
 * The event as it will be read: made from its own text, so that what `append` gives and what `read` gives are equal.
 * Undefined where the draft cannot be written as JSON. Its place is ours to give, whatever the draft says.
 */
export function storeEvent(
  draft: EventDraft,
  place: { readonly thread: string; readonly seq: number; readonly at: number; readonly run: string | undefined },
): StoredEvent | undefined {
  const envelope = { v: LEDGER_VERSION, thread: place.thread, seq: place.seq, at: draft.at ?? place.at };
  const run = place.run === undefined ? {} : { run: place.run };
  try {
    const body = JSON.stringify({ ...envelope, ...run, ...draft, ...envelope });
    return { body, event: eventOf(body) };
  } catch {
    return undefined;
  }
}

export function eventOf(body: string): LedgerEvent {
  return JSON.parse(body);
}

/** Deltas are many and small, and a later commit carries them; everything else is acknowledged on its own. */
export function isDelta(draft: EventDraft): boolean {
  return textOf(fieldsOf(draft)['type'])?.endsWith('.delta') === true;
}
