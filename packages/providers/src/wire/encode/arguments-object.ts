import { isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { sendable } from './sendable.ts';
import { wellFormed } from '../text/well-formed.ts';

/**
 * Arguments where the provider demands an object: itself, `{}` for none, and what is no object under `input`, as a value if
 * it is JSON and as the text it is if not.
 *
 * `argumentsObject('[1,2]')` gives `{ input: [1, 2] }`
 */
export function argumentsObject(text: string): JsonObject {
  if (text.trim() === '') return {};
  const value = parsed(text);
  if (value === undefined) return { input: wellFormed(text) };
  return isJsonObject(value) ? value : { input: value };
}

function parsed(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return sendable(value);
  } catch {
    return undefined;
  }
}
