import type { JsonFields } from '@toolthread/core/json';

/** Whether a result is flagged as an error; some programs write the flag as a text. */
export function isFlagged({ is_error: flag }: JsonFields): boolean {
  return flag === true || flag === 'true';
}
