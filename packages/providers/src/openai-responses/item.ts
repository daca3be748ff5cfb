import type { JsonObject } from '@toolthread/core/json';

/** An item of a request or a response: `{ type: 'message', … }`. */
export type Item = JsonObject & { readonly type: string };

/** The id of an item, if the service takes it: `itemId(data, 'msg')`. Gateways send ids of any length. */
export function itemId(data: JsonObject | undefined, prefix: 'msg' | 'fc' | 'rs'): string | undefined {
  const id = data?.['id'];
  return typeof id === 'string' && id.startsWith(prefix) && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : undefined;
}
