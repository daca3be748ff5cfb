import type { ContentPart } from '../../ledger/content-part.ts';
import { fieldsOf, listOf, textOf } from '../../ledger/json/fields.ts';

/** What a message of AG-UI says: a text, or a list of texts and media. */
export function partsOfContent(content: unknown): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).flatMap((each): readonly ContentPart[] => {
    const { type, text, source, metadata } = fieldsOf(each);
    if (type === 'text') return [{ type: 'text', text: textOf(text) ?? '' }];
    const { type: kind, value, mimeType } = fieldsOf(source);
    const bytes = textOf(value);
    if (bytes === undefined) return [];
    const named = textOf(fieldsOf(metadata)['filename']);
    return [
      {
        type: type === 'image' ? 'image' : 'file',
        media_type: textOf(mimeType) ?? 'application/octet-stream',
        source: kind === 'data' ? { kind: 'base64', data: bytes } : { kind: 'url', url: bytes },
        ...(named === undefined ? {} : { name: named }),
      },
    ];
  });
}
