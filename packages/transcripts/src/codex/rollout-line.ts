import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';

/** A line of a rollout, of whatever generation: what kind of record it is, and the record itself. */
export interface RolloutLine {
  /** `session_meta`, `response_item`, `event_msg`, `turn_context`, `compacted`… */
  readonly kind: string;
  /** The payload's own type, where it has one. */
  readonly type: string;
  readonly payload: JsonFields;
  readonly at: number | undefined;
  /** Given on every line of the paginated generation. */
  readonly ordinal: Json | undefined;
}

/** The first generation wrote its items bare: `rolloutLine({ type: 'message', … }).kind === 'response_item'`. */
export function rolloutLine(value: Json): RolloutLine {
  const record = fieldsOf(value);
  const at = timeOf(record['timestamp']);
  const type = textOf(record['type']);
  const ordinal = record['ordinal'];
  if (type !== undefined && isJsonObject(record['payload'])) {
    const payload = record['payload'];
    return { kind: type, type: textOf(payload['type']) ?? '', payload, at, ordinal };
  }
  if (type !== undefined) return { kind: 'response_item', type, payload: record, at, ordinal };
  const kind = textOf(record['record_type']) ?? (record['id'] === undefined ? 'none' : 'session_meta');
  return { kind, type: '', payload: record, at, ordinal };
}
