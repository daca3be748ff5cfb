import type { ContentPart } from '@toolthread/core';
import { textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { urlPart } from '../url-part.ts';

/** Text and files, which a person's message may hold. */
export function contentOf(part: Fields): readonly ContentPart[] {
  const type = textIn(part, 'type') ?? '';
  const text = textIn(part, 'text') ?? '';
  if (type === 'text') return text === '' ? [] : [{ type: 'text', text }];
  return type === 'file' ? [filePart(part)] : [];
}

export function filePart(part: Fields): ContentPart {
  const mediaType = textIn(part, 'mediaType') ?? textIn(part, 'mimeType') ?? 'application/octet-stream';
  const type = mediaType.startsWith('image/') ? 'image' : 'file';
  const data = textIn(part, 'data');
  if (data !== undefined) return { type, media_type: mediaType, source: { kind: 'base64', data } };
  return urlPart(type, textIn(part, 'url') ?? '', mediaType, textIn(part, 'filename'));
}
