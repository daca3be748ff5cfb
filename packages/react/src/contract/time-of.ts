import { parseIsoTime } from '@toolthread/core/contract';
import { isFields } from '@toolthread/core/json';

/** NaN, which is neither earlier nor later, if it does not tell. */
export function timeOf(record: unknown): number {
  const timestamp = isFields(record) ? record['timestamp'] : undefined;
  if (typeof timestamp === 'number') return timestamp;
  return (typeof timestamp === 'string' ? parseIsoTime(timestamp) : undefined) ?? Number.NaN;
}
