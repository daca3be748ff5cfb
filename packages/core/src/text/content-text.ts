import type { ContentPart } from '../ledger/content-part.ts';
import { mediaKind } from '../ledger/json/media-kind.ts';
import { english } from './language/english.ts';
import type { Language } from './language/language.ts';

/**
 * What bytes are called. The writer of a part may call anything an image: the media type says what it is.
 *
 * @example
 * kindOfBytes({ type: 'image', media_type: 'application/pdf' }); //=> 'file'
 */
export function kindOfBytes({ type, media_type: mediaType }: Pick<Bytes, 'type' | 'media_type'>): 'image' | 'file' {
  return mediaType === '' ? type : mediaKind(mediaType);
}

type Bytes = Extract<ContentPart, { type: 'image' | 'file' }>;

/** What stands for a part where only text can be: `[image: chart.png]`. */
export function contentText(part: ContentPart, { say }: Language = english): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'file':
      return say(`[${kindOfBytes(part)}: {name}]`, { name: part.name ?? part.media_type });
    case 'reference':
      return say('[reference: {name}]', { name: part.name });
    default:
      return part satisfies never;
  }
}

/**
 * Parts as text: what is no text is named, so that nobody takes an image for silence.
 *
 * @example
 * contentsText([{ type: 'text', text: 'See' }, { type: 'reference', name: 'Notes' }]); //=> 'See\n[reference: Notes]'
 */
export function contentsText(parts: readonly ContentPart[], language: Language = english): string {
  return parts.map((part) => contentText(part, language)).join('\n');
}
