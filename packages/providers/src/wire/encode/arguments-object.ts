import { exactJson, isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { sendable } from './sendable.ts';

/**
 * Arguments for providers that demand an object: `{}` for none, and under `input` what is not an object, as a value if it is
 * JSON, else as text.
 *
 * `argumentsObject('[1,2]')` gives `{ input: [1, 2] }`
 */
export function argumentsObject(text: string): JsonObject {
  if (text.trim() === '') return {};
  const value = parsed(text);
  if (value === undefined) return { input: text.toWellFormed() };
  return isJsonObject(value) ? value : { input: value };
}

function parsed(text: string): Json | undefined {
  try {
    return sendable(exactJson(text));
  } catch {
    return undefined;
  }
}
