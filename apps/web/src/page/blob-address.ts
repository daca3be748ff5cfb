import type { BlobUrl } from '@toolthread/react';
import { server } from './server.ts';

/** This many pictures stay at hand: those that are scrolled back to are drawn at once. */
const KEPT = 50;
const known = new Map<string, string>();
const asked = new Map<string, Promise<string | undefined>>();

/**
 * Where the bytes of a blob are, in this page: an `<img>` and a link cannot send the page's secret, so the bytes are fetched. Their
 * type is the server's word, which calls nothing a document.
 */
export const blobAddress: BlobUrl = (hash, type) => {
  const path = blobPath(hash, type);
  const address = known.get(path);
  if (address !== undefined) return address;
  const asking = asked.get(path) ?? fetchBytes(path).finally(() => asked.delete(path));
  asked.set(path, asking);
  return asking;
};

export function blobPath(hash: string, type: string): string {
  return `${server.baseUrl}/api/blobs/${encodeURIComponent(hash)}?type=${encodeURIComponent(type)}`;
}

async function fetchBytes(path: string): Promise<string | undefined> {
  const response = await server.fetch(path);
  if (!response.ok) return undefined;
  const address = URL.createObjectURL(await response.blob());
  known.set(path, address);
  const [oldest] = known;
  if (known.size > KEPT && oldest !== undefined) {
    known.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return address;
}
