import type { ContentPart } from '@toolthread/core';
import { dataUrl } from '@toolthread/core/json';

/** `urlPart('image', 'data:image/png;base64,iVBOR…')`: the bytes of a data URL are taken out of it, once. */
export function urlPart(type: 'image' | 'file', url: string, mediaType?: string, name?: string): ContentPart {
  const named = name === undefined ? {} : { name };
  const inline = dataUrl(url);
  if (inline !== undefined) {
    const media = mediaType ?? inline.mediaType;
    const source = { kind: 'base64', data: inline.data } as const;
    return { type, media_type: media === '' ? fallback(type) : media, source, ...named };
  }
  return { type, media_type: mediaType ?? fallback(type), source: { kind: 'url', url }, ...named };
}

function fallback(type: 'image' | 'file'): string {
  return type === 'image' ? 'image/png' : 'application/octet-stream';
}
