import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** The id that a record or a message has for itself, by whichever name its program gives it. */
export function recordId(value: Json): string | number | undefined {
  const { uuid, id, messageId, info } = fieldsOf(value);
  return [uuid, id, messageId, fieldsOf(info)['id']].find(isId);
}

function isId(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
