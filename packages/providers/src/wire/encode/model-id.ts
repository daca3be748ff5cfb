import type { ProviderBlob } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { sendable } from './sendable.ts';

/** Who makes a response, and so the only one who takes its blobs back. */
export interface Maker {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
}

/** Who has made nothing: no blob is given back to it. */
export const NOBODY: Maker = { provider: '', api: '', model: '' };

function isSameMaker(a: Maker, b: Maker): boolean {
  return a.provider === b.provider && a.api === b.api && a.model === b.model;
}

/** `ownData(part.blob, maker)`: what the maker wants back, or `undefined` when it is another's, or nothing one could send. */
export function ownData(blob: ProviderBlob | undefined, maker: Maker): Json | undefined {
  return blob !== undefined && isSameMaker(blob, maker) ? sendable(blob.data) : undefined;
}
