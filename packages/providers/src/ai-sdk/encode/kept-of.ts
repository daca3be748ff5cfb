import type { CompletionPart } from '@toolthread/core/context';
import { fieldsOf, isFields, isJsonObject, textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { Maker } from '../../wire/encode/model-id.ts';

/** What the decoder kept of a part, if it was made by whom it is for. */
export function keptOf(part: CompletionPart, maker: Maker): JsonObject | undefined {
  const data = ownData(part.blob, maker);
  return data !== undefined && isJsonObject(data) ? data : undefined;
}

/** The id of the approval that the provider waits for. */
export function approvalOf(call: CompletionPart, maker: Maker): string | undefined {
  return textOf(fieldsOf(keptOf(call, maker))['approval']);
}

/** Who ran a call that did not run here: the provider, or the SDK itself. */
export function runnerOf(call: CompletionPart, maker: Maker): 'provider' | 'sdk' | undefined {
  const ran = keptOf(call, maker)?.['ran'];
  return ran === 'provider' || ran === 'sdk' ? ran : undefined;
}

/** The provider's metadata goes back as its options. */
export function optionsOf(
  part: CompletionPart,
  maker: Maker,
): { readonly providerOptions?: { [provider: string]: JsonObject } } {
  const metadata = keptOf(part, maker)?.['metadata'];
  if (!isFields(metadata)) return {};
  const entries = Object.entries(metadata).filter((entry): entry is [string, JsonObject] => isFields(entry[1]));
  return entries.length === 0 ? {} : { providerOptions: Object.fromEntries(entries) };
}
