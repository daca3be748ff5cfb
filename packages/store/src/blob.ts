import { createHash } from 'node:crypto';
import type { ContentPart, LedgerEvent } from '@toolthread/core';

/** `blobHash(bytes)`: sha-256, in hex. */
export function blobHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The blobs that an event names. */
export function blobsOf(event: LedgerEvent): ReadonlySet<string> {
  if (event.type === 'message.posted') return new Set(hashes(event.parts));
  if (event.type === 'agent.part.completed') return new Set(event.content === undefined ? [] : hashes([event.content]));
  if (event.type !== 'agent.tool.completed') return new Set();
  return new Set([...hashes(event.parts ?? []), ...(event.full_blob === undefined ? [] : [event.full_blob])]);
}

function hashes(parts: readonly ContentPart[]): string[] {
  return parts.flatMap((part) =>
    (part.type === 'image' || part.type === 'file') && part.source.kind === 'blob' ? [part.source.hash] : [],
  );
}
