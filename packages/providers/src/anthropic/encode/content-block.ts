import type { ByteSource, ContentPart } from '@toolthread/core';
import { base64Of, plainMediaType, webAddress } from '../../wire/encode/base64.ts';
import { isNamedImage, isSeenImage } from '../../wire/encode/is-seen-image.ts';
import { contentNote } from '../../wire/text/content-note.ts';
import type { Block } from './block.ts';

/** In characters of base64. A larger image would be refused, in this request and in all that follow. */
const MAX_IMAGE = 5 * 1024 * 1024;

/** What a person posted or a tool returned. `undefined` for blank text: the provider refuses it. */
export function contentBlock(content: ContentPart): Block | undefined {
  switch (content.type) {
    case 'text':
      return textBlock(content.text);
    case 'image':
    case 'file':
      return imageBlock(content) ?? documentBlock(content) ?? textBlock(contentNote(content));
    case 'reference':
      return textBlock(contentNote(content));
    default:
      return content satisfies never;
  }
}

export function textBlock(text: string): Block | undefined {
  return text.trim() === '' ? undefined : { type: 'text', text: text.toWellFormed() };
}

type Bytes = Extract<ContentPart, { type: 'image' | 'file' }>;

function imageBlock(media: Bytes): Block | undefined {
  const bytes = base64Of(media.media_type, media.source);
  if (bytes !== undefined && isSeenImage(bytes.mediaType)) {
    if (bytes.data.length > MAX_IMAGE) return undefined;
    return { type: 'image', source: { type: 'base64', media_type: bytes.mediaType, data: bytes.data } };
  }
  const url = secureAddress(media.source);
  return url === undefined || !isNamedImage(media) ? undefined : { type: 'image', source: { type: 'url', url } };
}

function documentBlock({ media_type: mediaType, source, name }: Bytes): Block | undefined {
  const title = name === undefined || name.trim() === '' ? {} : { title: name.toWellFormed() };
  const bytes = base64Of(mediaType, source);
  if (bytes?.mediaType === 'application/pdf') {
    return {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: bytes.data },
      ...title,
    };
  }
  if (bytes?.mediaType.startsWith('text/') === true) {
    const data = Buffer.from(bytes.data, 'base64').toString('utf8').toWellFormed();
    if (data.trim() === '') return undefined;
    return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title };
  }
  const url = secureAddress(source);
  if (url === undefined || plainMediaType(mediaType) !== 'application/pdf') return undefined;
  return { type: 'document', source: { type: 'url', url }, ...title };
}

/** The provider fetches from `https` only. */
function secureAddress(source: ByteSource): string | undefined {
  const url = webAddress(source);
  return url?.startsWith('https:') === true ? url : undefined;
}
