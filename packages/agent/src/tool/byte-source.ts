import type { ByteSource } from '@toolthread/core';
import type { Blobs } from '../blobs.ts';

/** Small files are in the ledger itself; larger ones beside it, where there is a place for them. */
const MOST_INLINE = 256 * 1024;

/** `await byteSource(bytes, context.blobs)` */
export async function byteSource(bytes: Buffer, blobs: Blobs | undefined): Promise<ByteSource> {
  if (blobs === undefined || bytes.length <= MOST_INLINE) return { kind: 'base64', data: bytes.toString('base64') };
  return { kind: 'blob', hash: await blobs.put(bytes), size: bytes.length };
}
