import { filledTextOf, isFields } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';

/** What an event tells: its payload, or the fields beside its type. */
export function payloadOf(event: unknown): Fields {
  if (!isFields(event)) return {};
  const { payload } = event;
  return isFields(payload) ? payload : event;
}

export function typeOf(event: unknown): unknown {
  return isFields(event) ? event['type'] : undefined;
}

/** Back ends have three names for it. */
export function toolOf(payload: Fields): string | undefined {
  return filledTextOf(payload['tool_name']) ?? filledTextOf(payload['tool']) ?? filledTextOf(payload['name']);
}
