import type { ContentPart } from '@toolthread/core';
import { eventLoop, type Result } from '@toolthread/store';
import type { Services } from '../services.ts';

/**
 * Media that came as data are kept as blobs: a client that sends all that it has with every message would soon be refused, and gets
 * a short address instead.
 */
export async function withBlobs(
  { ledger }: Pick<Services, 'ledger'>,
  parts: readonly ContentPart[],
): Promise<Result<readonly ContentPart[]>> {
  const contents: (Buffer | undefined)[] = [];
  for (const part of parts) {
    await eventLoop.next();
    contents.push(dataOf(part));
  }
  const given = contents.filter((content) => content !== undefined);
  if (given.length === 0) return { ok: true, value: parts };
  const put = await ledger.putBlobs(given);
  if (!put.ok) return put;
  const hashes = put.value.values();
  const kept = parts.map((part, index) => {
    const content = contents[index];
    if (content === undefined || !('source' in part)) return part;
    const source = { kind: 'blob', hash: hashes.next().value ?? '', size: content.length } as const;
    return { ...part, source };
  });
  return { ok: true, value: kept };
}

function dataOf(part: ContentPart): Buffer | undefined {
  if (!('source' in part) || part.source.kind !== 'base64') return undefined;
  return Buffer.from(part.source.data, 'base64');
}
