import { textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
/**
 * The service remembers, by their ids, which items came after which reasoning: an item whose reasoning is not sent with it must
 * not bear its id. The decoder notes that reasoning in the blob; the note is never sent.
 */

const AFTER = 'after_reasoning';

/** `stamp(item, 'rs_1')` */
export function stamp(item: JsonObject, reasoning: string | undefined): JsonObject {
  return reasoning === undefined ? item : { ...item, [AFTER]: reasoning };
}

export function stamped(data: JsonObject): { readonly item: JsonObject; readonly after: string | undefined } {
  const { [AFTER]: after, ...item } = data;
  return { item, after: textOf(after) };
}
