import type { ContentPart } from '@toolthread/core';
import { mediaKind, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { urlPart } from '../records/url-part.ts';

/** Text and files, which a person's message may hold. */
export function shownContent(part: JsonFields): readonly ContentPart[] {
  const type = textOf(part['type']) ?? '';
  const text = textOf(part['text']) ?? '';
  if (type === 'text') return text === '' ? [] : [{ type: 'text', text }];
  return type === 'file' ? [filePart(part)] : [];
}

export function filePart(part: JsonFields): ContentPart {
  const mediaType = textOf(part['mediaType']) ?? textOf(part['mimeType']) ?? 'application/octet-stream';
  const type = mediaKind(mediaType);
  const data = textOf(part['data']);
  const name = textOf(part['filename']);
  if (data === undefined) return urlPart(type, textOf(part['url']) ?? '', mediaType, name);
  return { type, media_type: mediaType, source: { kind: 'base64', data }, ...(name === undefined ? {} : { name }) };
}
