import type { ByteSource } from '@toolthread/core';
import { dataUrl, typeByStart } from '@toolthread/core/json';

/** Bytes and their media type. The first bytes decide the type, not the name that came with them. */
export interface Base64 {
  readonly mediaType: string;
  readonly data: string;
}

/** Without what stands beside it, and in small letters, as types are compared: `plainMediaType('Text/HTML; charset=utf-8') === 'text/html'`. */
export function plainMediaType(named: string): string {
  return named.replace(/;.*/s, '').trim().toLowerCase();
}

/** The bytes of a source that holds them, inline or as a `data:` URL; `undefined` for any other, and for invalid base64. */
export function base64Of(mediaType: string, source: ByteSource): Base64 | undefined {
  if (source.kind === 'base64') return checked(mediaType, source.data);
  if (source.kind !== 'url') return undefined;
  const found = dataUrl(source.url);
  return found === undefined ? undefined : checked(found.mediaType || mediaType, found.data);
}

/** An address that a provider may fetch: `webAddress({ kind: 'url', url: 'https://files.example/a.png' })`. */
export function webAddress(source: ByteSource): string | undefined {
  if (source.kind !== 'url' || !/^https?:\/\//i.test(source.url)) return undefined;
  return URL.canParse(source.url) ? new URL(source.url).href : undefined;
}

function checked(named: string, data: string): Base64 | undefined {
  if (data === '' || data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return undefined;
  // Sixteen characters are twelve bytes.
  const known = typeByStart(Buffer.from(data.slice(0, 16), 'base64').toString('latin1'));
  return { mediaType: known ?? plainMediaType(named), data };
}
