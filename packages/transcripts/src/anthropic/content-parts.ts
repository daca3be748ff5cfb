import type { ContentPart } from '@toolthread/core';
import { fieldsOf, isList, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A message's or a result's content, in any of the forms the file has it. */
export function contentParts(content: Json | undefined): readonly ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!isList(content)) return [{ type: 'text', text: JSON.stringify(content) }];
  return content.map(contentPart);
}

export function contentPart(block: Json): ContentPart {
  const fields = fieldsOf(block);
  switch (textOf(fields['type']) ?? '') {
    case 'text':
      return { type: 'text', text: textOf(fields['text']) ?? '' };
    case 'image':
      return bytesPart('image', fieldsOf(fields['source']));
    case 'document':
      return bytesPart('file', fieldsOf(fields['source']));
    case 'tool_reference':
      return { type: 'reference', name: textOf(fields['tool_name']) ?? 'tool' };
    case 'search_result':
      return reference(textOf(fields['title']) ?? 'search result', textOf(fields['source']));
    default:
      return { type: 'text', text: JSON.stringify(block) };
  }
}

function reference(name: string, uri: string | undefined): ContentPart {
  return uri === undefined ? { type: 'reference', name } : { type: 'reference', name, uri };
}

function bytesPart(type: 'image' | 'file', source: ReturnType<typeof fieldsOf>): ContentPart {
  const mediaType = textOf(source['media_type']) ?? (type === 'image' ? 'image/png' : 'application/octet-stream');
  const url = textOf(source['url']);
  if (url !== undefined) return { type, media_type: mediaType, source: { kind: 'url', url } };
  return { type, media_type: mediaType, source: { kind: 'base64', data: textOf(source['data']) ?? '' } };
}
