import type { CompletionPart } from '@toolthread/core/context';
import { isFields, textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';

/** The id of the approval that the provider waits for. */
export function approvalOf(call: CompletionPart, target: ModelId): string | undefined {
  return textOf(ownData(call.blob, target)?.['approval']);
}

/** Whether the provider behind the SDK ran a call. */
export function isProvidersOwn(call: CompletionPart, target: ModelId): boolean {
  return ownData(call.blob, target)?.['ran'] === 'provider';
}

/** The provider's metadata goes back as its options. */
export function optionsOf(
  part: CompletionPart,
  target: ModelId,
): { readonly providerOptions?: { [provider: string]: JsonObject } } {
  const metadata = ownData(part.blob, target)?.['metadata'];
  if (!isFields(metadata)) return {};
  const entries = Object.entries(metadata).filter((entry): entry is [string, JsonObject] => isFields(entry[1]));
  return entries.length === 0 ? {} : { providerOptions: Object.fromEntries(entries) };
}
