import type { ContentPart } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { urlPart } from '../records/url-part.ts';

/** Content of a message or of an output: a text, or a list of items in the Responses API's names. `unknown`: how one of another name is said. */
export function contentItems(
  content: Json | undefined,
  unknown: (json: string) => string = (json) => json,
): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap(
    (item: Json) => contentItem(item) ?? [{ type: 'text' as const, text: unknown(JSON.stringify(item)) }],
  );
}

function contentItem(item: Json): readonly ContentPart[] | undefined {
  const fields = fieldsOf(item);
  switch (textOf(fields['type']) ?? '') {
    case 'input_text':
    case 'output_text':
    case 'inputText':
    case 'text':
      return textParts(textOf(fields['text']) ?? '');
    case 'input_image':
    case 'inputImage':
      return [urlPart('image', textOf(fields['image_url']) ?? textOf(fields['imageUrl']) ?? '')];
    case 'image':
      return [imageOf(textOf(fields['mimeType']) ?? 'image/png', textOf(fields['data']) ?? '')];
    case 'encrypted_content':
      return [];
    default:
      return undefined;
  }
}

/** An image among a person's words is wrapped in a tag that only names it. */
function textParts(text: string): readonly ContentPart[] {
  return text === '' || /^(<image( [^>]*)?>|<\/image>)$/.test(text) ? [] : [{ type: 'text', text }];
}

function imageOf(mediaType: string, data: string): ContentPart {
  return { type: 'image', media_type: mediaType, source: { kind: 'base64', data } };
}
