import type { ContentPart } from '@toolthread/core';
import { bytesUrl, DRAWN_IMAGES } from '@toolthread/core/json';
import type { BlobUrl } from '../thread/thread-settings.tsx';

export type BytePart = Extract<ContentPart, { type: 'image' | 'file' }>;

/**
 * An address that asks no other server: bytes in the ledger, or a blob of our own. A foreign address is never fetched ([L7]).
 * `ownAddress(part, (hash, type) => `/api/blobs/${hash}?type=${type}`)`
 */
export function ownAddress(part: BytePart, blobUrl: BlobUrl | undefined): ReturnType<BlobUrl> | undefined {
  switch (part.source.kind) {
    case 'base64':
      return /^[\w.+-][\w.+-]*\/[\w.+-][\w.+-]*$/.test(part.media_type) && isBase64(part.source.data)
        ? bytesUrl({ mediaType: part.media_type, data: part.source.data })
        : undefined;
    case 'blob':
      return blobUrl?.(part.source.hash, part.media_type);
    case 'url':
      return undefined;
    default:
      return part.source satisfies never;
  }
}

/** As browsers read it: whatever else is asked for is a request for no address. */
function isBase64(data: string): boolean {
  const bare = data.replace(/[\t\n\f\r ]/g, '');
  const digits = bare.length % 4 === 0 ? bare.replace(/={1,2}$/, '') : bare;
  return digits.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(digits);
}

export function isDrawable(part: BytePart): boolean {
  return DRAWN_IMAGES.includes(part.media_type);
}

/** Bytes, where they are known without fetching. */
export function byteSize({ source }: BytePart): number | undefined {
  if (source.kind === 'blob') return source.size;
  return source.kind === 'base64' ? Math.floor((source.data.length * 3) / 4) : undefined;
}
