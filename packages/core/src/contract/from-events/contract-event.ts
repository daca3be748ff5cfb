/** One live event of a foreign back end, as `{type, session_id, execution_id, timestamp, payload}` or with the payload's fields beside the type. */
import { isObject } from '../../ledger/check/check.ts';
import { numberOf, textOf } from '../foreign/fields.ts';
import type { Fields } from '../foreign/fields.ts';
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
  if (!isObject(value)) return { reason: 'not_an_object' };
  const type = textOf(value['type']);
  if (type === undefined) return { reason: 'event_without_type' };
  const timestamp = textOf(value['timestamp']);
  return {
    type,
    session: textOf(value['session_id']),
    execution: textOf(value['execution_id']),
    at: timestamp === undefined ? numberOf(value['timestamp']) : parseIsoTime(timestamp),
    timestamp,
    payload: isObject(value['payload']) ? value['payload'] : value,
  };
}
