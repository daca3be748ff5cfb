import type { Phase } from '@toolthread/core';
import type { JsonObject } from '@toolthread/core/json';
import type { IdRule } from '../wire/encode/wire-id.ts';

export const PROVIDER = 'openai';
export const API = 'responses';

/** The service itself has sent longer ids than it takes. */
export const ID_RULE: IdRule = { legal: /^[A-Za-z0-9_-]{1,64}$/, prefix: 'call_', digits: 32 };

/** An item of a request or a response: `{ type: 'message', … }`. */
export type Item = JsonObject & { readonly type: string };

/** `phaseOf('final_answer') === 'answer'` */
export function phaseOf(value: unknown): Phase | undefined {
  if (value === 'commentary') return 'commentary';
  return value === 'final_answer' ? 'answer' : undefined;
}

export function wirePhase(phase: Phase): 'commentary' | 'final_answer' {
  return phase === 'answer' ? 'final_answer' : 'commentary';
}

/** The id of an item, where it is one that the service takes: `itemId(data, 'msg')`. Those of gateways may be of any length. */
export function itemId(data: JsonObject | undefined, prefix: 'msg' | 'fc' | 'rs'): string | undefined {
  const id = data?.['id'];
  return typeof id === 'string' && id.startsWith(prefix) && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : undefined;
}
