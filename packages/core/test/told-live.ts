import { emptyThread } from '../src/ledger/fold/empty-thread.ts';
import { fold } from '../src/ledger/fold/fold.ts';
import type { LedgerEvent } from '../src/ledger/ledger-event.ts';
import { toContractEvents } from '../src/contract/to-events/to-contract-events.ts';
import type { ContractEnvelope } from '../src/contract/to-events/to-contract-events.ts';

/** A thread as the contract's live events, from the first one on, as they come over a wire. */
export function toldLive(events: readonly LedgerEvent[]): ContractEnvelope[] {
  let state = emptyThread(events[0]?.thread ?? '');
  const envelopes = events.flatMap((event) => {
    const folded = fold(state, event);
    const told = toContractEvents(state, event, folded);
    state = folded.state;
    return told;
  });
  return JSON.parse(JSON.stringify(envelopes));
}
