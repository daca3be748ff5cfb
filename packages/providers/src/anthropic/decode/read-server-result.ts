import type { ContentPart, Outcome } from '@toolthread/core';
import { serverToolError } from '@toolthread/core/adapters';
import { fieldsOf, isFields, listOf, textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';

/** What the provider's own tool returned, for the reader. The block itself is kept for the provider. */
export function readServerResult(block: Fields): { readonly outcome: Outcome; readonly parts: readonly ContentPart[] } {
  const content = block['content'];
  const error = serverToolError(content);
  const parts = (Array.isArray(content) ? listOf(content) : [content]).flatMap(partsOf);
  const hasCode = fieldsOf(content)['error_code'] !== undefined;
  return {
    outcome: block['is_error'] === true || error !== undefined ? 'failed' : 'done',
    parts: error !== undefined && hasCode ? [{ type: 'text', text: error }] : parts,
  };
}

function partsOf(item: unknown): ContentPart[] {
  if (typeof item === 'string') return [{ type: 'text', text: item }];
  if (!isFields(item)) return [];
  const url = textOf(item['url']);
  if (url !== undefined) {
    const title = textOf(item['title']) ?? textOf(fieldsOf(item['content'])['title']);
    return [{ type: 'reference', name: title ?? url, uri: url }];
  }
  const names = listOf(item['tool_references']).flatMap((tool) => textOf(fieldsOf(tool)['tool_name']) ?? []);
  if (names.length > 0) return [{ type: 'text', text: names.join('\n') }];
  const output = [item['stdout'], item['stderr']]
    .flatMap((stream) => textOf(stream) ?? [])
    .filter((text) => text !== '');
  if (output.length > 0) return [{ type: 'text', text: output.join('\n') }];
  if (textOf(item['stdout']) === '') return [];
  const text = textOf(item['text']) ?? JSON.stringify(checkedJson(item) ?? '…');
  return [{ type: 'text', text }];
}
