import type { ProviderBlob } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

/** Data that a provider wants back unchanged. */
export function blobOf(provider: string, api: string, model: string, data: Json): ProviderBlob {
  return { provider, api, model, data };
}
