/** One live event of a foreign back end, as `{type, session_id, execution_id, timestamp, payload}` or with the payload's fields beside the type. */
import { filledTextOf, isFields, numberOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { parseIsoTime } from '../iso-time.ts';

export interface ContractEvent {
  readonly type: string;
  readonly session: string | undefined;
  readonly execution: string | undefined;
  readonly at: number | undefined;
  readonly timestamp: string | undefined;
  readonly payload: Fields;
}

export function readContractEvent(value: unknown): ContractEvent | { readonly reason: string } {
  if (!isFields(value)) return { reason: 'not_an_object' };
  const type = filledTextOf(value['type']);
  if (type === undefined) return { reason: 'event_without_type' };
  const timestamp = filledTextOf(value['timestamp']);
  return {
    type,
    session: filledTextOf(value['session_id']),
    execution: filledTextOf(value['execution_id']),
    at: timestamp === undefined ? numberOf(value['timestamp']) : parseIsoTime(timestamp),
    timestamp,
    payload: isFields(value['payload']) ? value['payload'] : value,
  };
}
