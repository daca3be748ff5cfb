import { textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
/**
 * The service remembers which item came after which reasoning, by their ids: an item whose reasoning is not sent must be sent
 * without its id. So the decoder notes the id of the reasoning in the blob. The note is never sent.
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
