import type { ProviderBlob } from '@toolthread/core';
import { isJsonObject } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { sendable } from './sendable.ts';

/** Names one model. Only the model that made a blob takes it back. */
export interface ModelId {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
}

/** No model at all: no blob goes back to it. */
export const NO_MODEL: ModelId = { provider: '', api: '', model: '' };

/** `ownData(part.blob, target)`: the data of a blob that the target made itself; `undefined` for others, and for what cannot be sent. */
export function ownData(blob: ProviderBlob | undefined, target: ModelId): JsonObject | undefined {
  if (blob === undefined || !isSameModel(blob, target)) return undefined;
  const data = sendable(blob.data);
  return data !== undefined && isJsonObject(data) ? data : undefined;
}

function isSameModel(a: ModelId, b: ModelId): boolean {
  return a.provider === b.provider && a.api === b.api && a.model === b.model;
}
