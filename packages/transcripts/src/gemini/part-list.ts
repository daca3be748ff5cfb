import type { ContentPart } from '@toolthread/core';
import { fieldsOf, mediaKind, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A text, a part, or a list of either. */
export function partList(content: Json | undefined): readonly ContentPart[] {
  if (content === undefined || content === null) return [];
  if (Array.isArray(content)) return content.flatMap((part: Json) => partList(part));
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return partOf(content);
}

function partOf(content: Json): readonly ContentPart[] {
  const part = fieldsOf(content);
  const text = textOf(part['text']);
  if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
  const inline = fieldsOf(part['inlineData']);
  const data = textOf(inline['data']);
  if (data !== undefined) {
    const mediaType = textOf(inline['mimeType']) ?? 'application/octet-stream';
    return [{ type: mediaKind(mediaType), media_type: mediaType, source: { kind: 'base64', data } }];
  }
  const uri = textOf(fieldsOf(part['fileData'])['fileUri']);
  if (uri !== undefined) return [{ type: 'reference', name: uri, uri }];
  // A result is in its call.
  return part['functionResponse'] === undefined ? [{ type: 'text', text: JSON.stringify(content) }] : [];
}
