import { type EventDraft, LEDGER_VERSION, type LedgerEvent } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Pace } from '../pace.ts';

export interface StoredEvent {
  readonly event: LedgerEvent;
  readonly body: string;
}

/**
 * The event as it will be read: made from its own text, so that what `append` gives and what `read` gives are equal.
 * Undefined if the draft cannot be written as JSON. We assign `thread` and `seq`, whatever the draft says.
 */
export async function storeEvent(
  draft: EventDraft,
  pace: Pace,
  place: { readonly thread: string; readonly seq: number; readonly at: number; readonly run: string | undefined },
): Promise<StoredEvent | undefined> {
  const envelope = { v: LEDGER_VERSION, thread: place.thread, seq: place.seq, at: draft.at ?? place.at };
  const run = place.run === undefined ? {} : { run: place.run };
  try {
    const body = JSON.stringify({ ...envelope, ...run, ...draft, ...envelope });
    await pace.after(body.length);
    const event = eventOf(body);
    await pace.after(body.length);
    return { body, event };
  } catch {
    return undefined;
  }
}

export function eventOf(body: string): LedgerEvent {
  return JSON.parse(body);
}

/** Deltas are many and small, and become durable with a later commit. Every other event is made durable by its own commit. */
export function isDelta(draft: EventDraft): boolean {
  return isDeltaType(textOf(fieldsOf(draft)['type']) ?? '');
}

/** `isDeltaType('agent.text.delta')` */
export function isDeltaType(type: string): boolean {
  return type.endsWith('.delta');
}
