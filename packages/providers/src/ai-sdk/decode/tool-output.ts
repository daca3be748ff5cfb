import type { ContentPart } from '@toolthread/core';
import { fieldsOf, isFields, listOf, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { plainJson } from './plain-json.ts';

/** What a tool returned to the SDK: text as text, the content of MCP servers as content, anything else as JSON. */
export function toolOutput(output: unknown): { readonly parts: readonly ContentPart[]; readonly structured?: Json } {
  if (output === undefined) return { parts: [] };
  if (typeof output === 'string') return { parts: [{ type: 'text', text: output }], structured: output };
  const value = plainJson(output);
  if (value === undefined) return { parts: [{ type: 'text', text: '[a value that cannot be written as JSON]' }] };
  const content = listOf(fieldsOf(value)['content']).map(mcpContent);
  const isContent = content.length > 0 && content.every((part) => part !== undefined);
  const parts: ContentPart[] = isContent
    ? content.flatMap((part) => part ?? [])
    : [{ type: 'text', text: JSON.stringify(value) }];
  return { parts, structured: value };
}

function mcpContent(item: unknown): ContentPart | undefined {
  if (!isFields(item)) return undefined;
  const text = textOf(item['text']);
  if (item['type'] === 'text' && text !== undefined) return { type: 'text', text };
  const data = textOf(item['data']);
  const mediaType = textOf(item['mimeType']) ?? textOf(item['mediaType']);
  if (item['type'] !== 'image' || data === undefined || mediaType === undefined) return undefined;
  return { type: 'image', media_type: mediaType, source: { kind: 'base64', data } };
}
