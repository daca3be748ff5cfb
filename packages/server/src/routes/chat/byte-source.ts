import type { ContentPart } from '@toolthread/core';

type Source = Extract<ContentPart, { type: 'file' }>['source'];

const DATA = /^data:([^;,]*);base64,([A-Za-z0-9+/]*={0,2})$/;
const BLOB = /^\/api\/blobs\/([0-9a-f]{64})(?:\?|$)/;

/** What an address stands for: its own data, or a blob that is here. The server fetches no address for anybody. */
export function byteSource(url: string, basePath: string): Source | undefined {
  const data = DATA.exec(url)?.[2];
  if (data !== undefined) return { kind: 'base64', data };
  const hash = BLOB.exec(url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url)?.[1];
  return hash === undefined ? undefined : { kind: 'blob', hash, size: 0 };
}
