import type { ByteSource } from '../ledger/content-part.ts';
import { bytesUrl } from '../ledger/json/data-url.ts';

/** Where a page gets the bytes from: those in the store are fetched from the server, at `base`. */
export function blobAddress(source: ByteSource, mediaType: string, base: string): string {
  switch (source.kind) {
    case 'base64':
      return bytesUrl({ mediaType, data: source.data });
    case 'url':
      return source.url;
    case 'blob':
      return `${base}/api/blobs/${source.hash}?type=${encodeURIComponent(mediaType)}`;
    default:
      return source satisfies never;
  }
}
