import type { ContentPart } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A text, or a list of texts and images. */
export function contentParts(content: Json | undefined): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: Json) => contentPart(block));
}

function contentPart(block: Json): readonly ContentPart[] {
  const fields = fieldsOf(block);
  switch (textOf(fields['type']) ?? '') {
    case 'text': {
      const text = textOf(fields['text']) ?? '';
      return text === '' ? [] : [{ type: 'text', text }];
    }
    case 'image':
      return [
        {
          type: 'image',
          media_type: textOf(fields['mimeType']) ?? 'image/png',
          source: { kind: 'base64', data: textOf(fields['data']) ?? '' },
        },
      ];
    default:
      return [{ type: 'text', text: JSON.stringify(block) }];
  }
}
