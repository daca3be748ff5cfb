import type { LedgerEvent } from './event.ts';
import type { ThreadState } from './state.ts';

const KEPT = 100;

/** An illegal or repeated event changes nothing else: it is counted, never thrown. */
export function noteAnomaly(
  state: ThreadState,
  event: Pick<LedgerEvent, 'seq'> & { readonly type: string },
  reason: string,
): ThreadState {
  const { count, first } = state.anomalies;
  const kept = count < KEPT ? first.append({ seq: event.seq, type: event.type, reason }) : first;
  return { ...state, anomalies: { count: count + 1, first: kept } };
}
