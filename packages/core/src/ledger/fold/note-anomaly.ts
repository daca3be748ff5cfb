import type { LedgerEvent } from '../ledger-event.ts';
import type { AnomalyReason, ThreadState } from '../thread-state.ts';

const KEPT = 100;

/** An illegal or repeated event changes nothing else: it is counted, never thrown. */
export function noteAnomaly(
  state: ThreadState,
  event: Pick<LedgerEvent, 'seq'> & { readonly type: string },
  reason: AnomalyReason,
  detail?: string,
): ThreadState {
  const { count, first } = state.anomalies;
  if (count >= KEPT) return { ...state, anomalies: { count: count + 1, first } };
  const anomaly = { seq: event.seq, type: event.type, reason, ...(detail === undefined ? {} : { detail }) };
  return { ...state, anomalies: { count: count + 1, first: first.append(anomaly) } };
}
