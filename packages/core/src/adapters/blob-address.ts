import type { ByteSource } from '../ledger/content-part.ts';

/** Where a page has the bytes from: those that the store has are asked of the server, which is reached under `base`. */
export function blobAddress(source: ByteSource, mediaType: string, base: string): string {
  switch (source.kind) {
    case 'base64':
      return `data:${mediaType};base64,${source.data}`;
    case 'url':
      return source.url;
    case 'blob':
      return `${base}/api/blobs/${source.hash}?type=${encodeURIComponent(mediaType)}`;
    default:
      return source satisfies never;
  }
}
