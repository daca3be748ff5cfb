import type { JsonObject } from '@toolthread/core/json';
import type { IdRule } from '../wire/encode/wire-id.ts';
import type { NameRule } from '../wire/encode/wire-name.ts';

export const PROVIDER = 'anthropic';
export const API = 'messages';

export const ID_RULE: IdRule = { legal: /^[A-Za-z0-9_-]{1,64}$/, prefix: 'toolu_', digits: 24 };

export const NAME_RULE: NameRule = {
  legal: /^[A-Za-z0-9_-]{1,128}$/,
  illegalCharacters: /[^A-Za-z0-9_-]/g,
  maxLength: 128,
};

/** A content block of a request: `{ type: 'text', text: 'Hello' }`. */
export type Block = JsonObject & { readonly type: string };

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** `web_search_tool_result` and its kin, as opposed to the `tool_result` of a call that ran here. */
export function isServerResult({ type }: Block): boolean {
  return type.endsWith('_tool_result');
}
