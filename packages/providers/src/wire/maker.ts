import type { Json, ProviderBlob } from '@toolthread/core';
import { sendable } from './sendable.ts';

/** Who makes a response, and so the only one who takes its blobs back. */
export interface Maker {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
}

/** `ownData(part.blob, maker)`: what the maker wants back, or `undefined` when it is another's, or nothing one could send. */
export function ownData(blob: ProviderBlob | undefined, maker: Maker): Json | undefined {
  if (blob?.provider !== maker.provider || blob.api !== maker.api || blob.model !== maker.model) return undefined;
  return sendable(blob.data);
}
