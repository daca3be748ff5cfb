import type { ProviderBlob } from '@toolthread/core';
import type { Redactor } from './redactor.ts';

/**
 * What a provider wants back unchanged cannot be mended: with a secret in it, it is not kept.
 *
 * @example
 * import { Redactor } from '@toolthread/agent/redact';
 * const blob = { provider: 'anthropic', api: 'messages', model: 'm', data: { signature: 'c2ln' } };
 * await harmlessBlob(blob, new Redactor(['hunter2-hunter2'])); //=> { blob: { provider: 'anthropic', api: 'messages', model: 'm', data: { signature: 'c2ln' } } }
 */
export async function harmlessBlob(
  blob: ProviderBlob | undefined,
  redactor: Redactor,
): Promise<{ readonly blob?: ProviderBlob }> {
  return blob === undefined || (await redactor.isIn(JSON.stringify(blob))) ? {} : { blob };
}
