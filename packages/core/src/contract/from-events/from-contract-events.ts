import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { readContractEvent } from './contract-event.ts';
import { contractReader } from './contract-reader.ts';

/**
 * The live events of a foreign back end as a ledger, with an account of every one ([L4]), as `contractReader` reads them. The thread
 * is the first session named.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const events = fromContractEvents([{ type: 'agent.tool.started', tool_name: 'search', tool_call_id: null }]);
 * foldAll(events).account.records; //=> 1
 */
export function fromContractEvents(events: readonly unknown[]): LedgerEvent[] {
  const given: unknown = events;
  const elements: readonly unknown[] = Array.isArray(given) ? given : [given];
  const session = sessionOf(elements);
  const writer = new LedgerWriter(session ?? 'contract-events', {
    format: 'contract-events',
    ...(session === undefined ? {} : { session }),
  });
  const reader = contractReader();
  for (const element of elements) for (const draft of reader.push(element)) writer.write(draft);
  return writer.events;
}

function sessionOf(elements: readonly unknown[]): string | undefined {
  for (const element of elements) {
    const event = readContractEvent(element);
    if ('session' in event && event.session !== undefined) return event.session;
  }
  return undefined;
}
