import type { Phase } from '@toolthread/core';
import { fieldsOf, isJsonObject } from '@toolthread/core/json';
import type { Fields, JsonObject } from '@toolthread/core/json';
import { phaseOf } from '../../openai-responses/phase-of.ts';
import { plainJson } from './plain-json.ts';

/** What the provider wants back with a part: signatures, item ids, encrypted reasoning. */
export function metadataOf(frame: Fields): JsonObject | undefined {
  const metadata = plainJson(frame['providerMetadata']);
  return metadata !== undefined && isJsonObject(metadata) && Object.keys(metadata).length > 0 ? metadata : undefined;
}

/** OpenAI says whether a text is commentary or the answer. */
export function phaseIn(metadata: JsonObject | undefined): Phase | undefined {
  return phaseOf(fieldsOf(metadata?.['openai'])['phase']);
}
