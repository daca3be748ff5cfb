import { textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';

/** A content block of a request: `{ type: 'text', text: 'Hello' }`. */
export type Block = JsonObject & { readonly type: string };

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** `web_search_tool_result` and the like, not the `tool_result` of a call that ran here. */
export function isServerResult({ type }: Block): boolean {
  return type.endsWith('_tool_result');
}

/** A text of nothing but white space. */
export function isBlank({ type, text }: Block): boolean {
  return type === 'text' && (textOf(text) ?? '').trim() === '';
}
