import type { LedgerEvent } from '../ledger-event.ts';
import { eventCheck } from './event-check.ts';

/**
 * The place of a field that no such event has, for whoever wants to know of a misspelt one: `parseEvent` lets it through, since it may be of a later
 * version. What is free JSON, or a provider's own, has none.
 *
 * @example
 * const event = { v: 1, thread: 't', seq: 1, at: 0, type: 'thread.renamed', title: 'x', titel: 'y' } as const;
 * unknownField(event); //=> 'titel'
 */
export function unknownField(event: LedgerEvent): string | undefined {
  return eventCheck.unknown?.(event, '');
}
