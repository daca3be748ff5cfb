import type { ContentPart } from '../../ledger/content-part.ts';
import { fieldsOf, filledTextOf, listOf, textOf } from '../../ledger/json/fields.ts';
import { mediaKind } from '../../ledger/json/media-kind.ts';

/**
 * What the content of an AG-UI message says: a text, or a list of texts and media.
 *
 * @example
 * agUiParts('Look at this.'); //=> [{ type: 'text', text: 'Look at this.' }]
 */
export function agUiParts(content: unknown): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).flatMap((each): readonly ContentPart[] => {
    const part = fieldsOf(each);
    const { type, text, source, metadata } = part;
    if (type === 'text') return [{ type: 'text', text: textOf(text) ?? '' }];
    // Before AG-UI 1.0 all media are `binary`, and their fields are in the part itself.
    const { data, url } = part;
    const old = { type: data === undefined ? 'url' : 'data', value: data ?? url, mimeType: part['mimeType'] };
    const { type: kind, value, mimeType } = type === 'binary' ? old : fieldsOf(source);
    const bytes = textOf(value);
    if (bytes === undefined) return [];
    const named = textOf(type === 'binary' ? part['filename'] : fieldsOf(metadata)['filename']);
    const media = filledTextOf(mimeType);
    return [
      {
        type: media === undefined && type === 'image' ? 'image' : mediaKind(media ?? ''),
        media_type: media ?? 'application/octet-stream',
        source: kind === 'data' ? { kind: 'base64', data: bytes } : { kind: 'url', url: bytes },
        ...(named === undefined ? {} : { name: named }),
      },
    ];
  });
}
