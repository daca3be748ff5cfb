import type { ContentPart } from '@toolthread/core';
import type { Services } from './services.ts';

/**
 * Media that came as data are kept as blobs: a client that sends all that it has with every message would soon be refused, and gets
 * a short address instead.
 */
export async function withBlobs({ blobs }: Services, parts: readonly ContentPart[]): Promise<readonly ContentPart[]> {
  const kept: ContentPart[] = [];
  for (const part of parts) {
    if ((part.type !== 'image' && part.type !== 'file') || part.source.kind !== 'base64') {
      kept.push(part);
      continue;
    }
    const content = Buffer.from(part.source.data, 'base64');
    kept.push({ ...part, source: { kind: 'blob', hash: await blobs.put(content), size: content.length } });
  }
  return kept;
}
