import type { ContentPart } from '@toolthread/core';
import { dataUrl } from '@toolthread/core/json';

type Source = Extract<ContentPart, { type: 'file' }>['source'];

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BLOB = /^\/api\/blobs\/([0-9a-f]{64})(?:\?|$)/;

/** What an address stands for: its own data, or a blob that is here. The server fetches no address for anybody. */
export function byteSource(url: string, basePath: string): Source | undefined {
  const data = dataUrl(url)?.data;
  if (data !== undefined) return BASE64.test(data) ? { kind: 'base64', data } : undefined;
  const hash = BLOB.exec(url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url)?.[1];
  return hash === undefined ? undefined : { kind: 'blob', hash, size: 0 };
}
