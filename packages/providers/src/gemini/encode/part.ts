import { isFields } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';

/** A part of a content: `{ text: 'Hello' }`. */
export type Part = JsonObject;

/** The signature of calls that this model did not make: with it the provider does not look for one of its own. */
export const FOREIGN_CALL = 'skip_thought_signature_validator';

/** From the third generation on calls are signed, and responses may hold media. Unknown names are newer ones. */
export function isNew(model: string): boolean {
  return !/\bgemini-[12](\b|\.)/.test(model);
}

/** A part that the provider's own tools left in an answer. It goes back unchanged. */
export function serverPart(data: JsonObject | undefined): Part | undefined {
  if (data === undefined) return undefined;
  const kinds = Object.keys(data).filter((key) => !BESIDE.has(key));
  const isOne = kinds.length === 1 && kinds.every((kind) => !HERE.has(kind) && isFields(data[kind]));
  return isOne ? data : undefined;
}

const BESIDE = new Set(['thought', 'thoughtSignature', 'partMetadata', 'mediaResolution', 'videoMetadata']);
const HERE = new Set(['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData']);
