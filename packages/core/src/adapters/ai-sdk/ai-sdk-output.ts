import { mcpError } from '../../contract/foreign/mcp-error.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import { fieldsOf, isFields, listOf, textOf } from '../../ledger/json/fields.ts';
import type { Json } from '../../ledger/json/json.ts';
import { plainJson } from '../../ledger/json/plain-json.ts';

/** What a tool returned, as a model reads it and as data. */
export interface AiSdkOutput {
  readonly parts: readonly ContentPart[];
  readonly structured?: Json;
  /** Where the output itself says that the tool failed, its words. */
  readonly error?: string;
}

/**
 * What a tool returned to the AI SDK: text as text, the content of MCP servers as content and their failures as
 * failures, anything else as JSON.
 *
 * @example
 * aiSdkOutput(0); //=> { parts: [{ type: 'text', text: '0' }], structured: 0 }
 */
export function aiSdkOutput(output: unknown): AiSdkOutput {
  if (output === undefined) return { parts: [] };
  if (typeof output === 'string') return { parts: [{ type: 'text', text: output }], structured: output };
  const value = plainJson(output);
  if (value === undefined) return { parts: [{ type: 'text', text: '[a value that cannot be written as JSON]' }] };
  const content = listOf(fieldsOf(value)['content']).map(mcpPart);
  const isContent = content.length > 0 && content.every((part) => part !== undefined);
  const parts: ContentPart[] = isContent
    ? content.flatMap((part) => part ?? [])
    : [{ type: 'text', text: JSON.stringify(value) }];
  const error = mcpError(value);
  return { parts, structured: value, ...(error === undefined ? {} : { error }) };
}

function mcpPart(item: unknown): ContentPart | undefined {
  if (!isFields(item)) return undefined;
  const text = textOf(item['text']);
  if (item['type'] === 'text' && text !== undefined) return { type: 'text', text };
  const data = textOf(item['data']);
  const mediaType = textOf(item['mimeType']) ?? textOf(item['mediaType']);
  if (item['type'] !== 'image' || data === undefined || mediaType === undefined) return undefined;
  return { type: 'image', media_type: mediaType, source: { kind: 'base64', data } };
}
