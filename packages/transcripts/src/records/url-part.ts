import type { ContentPart } from '@toolthread/core';

/** `urlPart('image', 'data:image/png;base64,iVBOR…')`: the bytes of a data URL are taken out of it, once. */
export function urlPart(type: 'image' | 'file', url: string, mediaType?: string, name?: string): ContentPart {
  const named = name === undefined ? {} : { name };
  const inline = /^data:([^;,]*)(?:;[^;,]*){0,200};base64,/.exec(url.slice(0, 200));
  if (inline !== null) {
    const media = mediaType ?? inline[1] ?? '';
    const source = { kind: 'base64', data: url.slice(inline[0].length) } as const;
    return { type, media_type: media === '' ? fallback(type) : media, source, ...named };
  }
  return { type, media_type: mediaType ?? fallback(type), source: { kind: 'url', url }, ...named };
}

function fallback(type: 'image' | 'file'): string {
  return type === 'image' ? 'image/png' : 'application/octet-stream';
}
