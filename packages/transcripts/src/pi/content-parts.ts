import type { ContentPart, Json } from '@toolthread/core';
import { fieldsOf, textIn } from '../fields.ts';

/** A text, or a list of texts and images. */
export function contentParts(content: Json | undefined): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: Json) => contentPart(block));
}

function contentPart(block: Json): readonly ContentPart[] {
  const fields = fieldsOf(block);
  switch (textIn(fields, 'type') ?? '') {
    case 'text': {
      const text = textIn(fields, 'text') ?? '';
      return text === '' ? [] : [{ type: 'text', text }];
    }
    case 'image':
      return [
        {
          type: 'image',
          media_type: textIn(fields, 'mimeType') ?? 'image/png',
          source: { kind: 'base64', data: textIn(fields, 'data') ?? '' },
        },
      ];
    default:
      return [{ type: 'text', text: JSON.stringify(block) }];
  }
}
