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
    const whole = { ...envelope, ...run, ...draft, ...envelope };
    const body = JSON.stringify(whole);
    await pace.after(body.length);
    const isLong = body.length > LONG && hasFewValues(whole, { left: FEW });
    const event = isLong ? eventBeside(whole) : eventOf(body);
    await pace.after(body.length);
    return { body, event };
  } catch {
    return undefined;
  }
}

const LONG = 100_000;
const FEW = 300;

/** Then they can be gone through one by one at no cost. */
function hasFewValues(value: unknown, count: { left: number }): boolean {
  count.left -= 1;
  if (typeof value !== 'object' || value === null) return count.left >= 0;
  const own = Object.values(value);
  return own.length <= count.left && own.every((one) => hasFewValues(one, count));
}

/** What `eventOf` makes of its body, but its long texts are the given ones: a message of megabytes is in memory once for as long as its thread is. */
function eventBeside(whole: object): LedgerEvent {
  const texts: string[] = [];
  const short = JSON.stringify(whole, (_, value: unknown) => {
    if (typeof value !== 'string' || value.length < LONG) return typeof value === 'string' ? `=${value}` : value;
    return String(texts.push(value) - 1);
  });
  return JSON.parse(short, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    return value.startsWith('=') ? value.slice(1) : texts[Number(value)];
  });
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
