import type { ByteSource, ContentPart } from '@toolthread/core';
import { base64Of, webAddress } from '../../wire/encode/base64.ts';
import { contentNote } from '../../wire/text/content-note.ts';
import type { Block } from './block.ts';

/** In characters of base64. A larger image would be refused, in this request and in all that follow. */
const MAX_IMAGE = 5 * 1024 * 1024;

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

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

function imageBlock({ type, media_type: mediaType, source }: Bytes): Block | undefined {
  const bytes = base64Of(mediaType, source);
  if (bytes !== undefined && IMAGES.has(bytes.mediaType)) {
    if (bytes.data.length > MAX_IMAGE) return undefined;
    return { type: 'image', source: { type: 'base64', media_type: bytes.mediaType, data: bytes.data } };
  }
  const url = secureAddress(source);
  const isImage = IMAGES.has(mediaType) || (type === 'image' && mediaType === '');
  return url === undefined || !isImage ? undefined : { type: 'image', source: { type: 'url', url } };
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
  if (url === undefined || mediaType !== 'application/pdf') return undefined;
  return { type: 'document', source: { type: 'url', url }, ...title };
}

/** The provider fetches from `https` only. */
function secureAddress(source: ByteSource): string | undefined {
  const url = webAddress(source);
  return url?.startsWith('https:') === true ? url : undefined;
}
