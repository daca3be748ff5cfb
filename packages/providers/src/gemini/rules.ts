import { isFields, isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import type { IdRule } from '../wire/encode/wire-id.ts';
import type { NameRule } from '../wire/encode/wire-name.ts';

export const PROVIDER = 'gemini';
export const API = 'generateContent';

export const ID_RULE: IdRule = { legal: /^[A-Za-z0-9_.:/-]{1,128}$/, prefix: 'call_', digits: 24 };

export const NAME_RULE: NameRule = {
  legal: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  illegalCharacters: /[^A-Za-z0-9_.:-]/g,
  maxLength: 128,
};

/** For calls that this model did not make: the provider then does not look for the signature that it wants of its own. */
export const FOREIGN_CALL = 'skip_thought_signature_validator';

/** A part of a content: `{ text: 'Hello' }`. */
export type Part = JsonObject;

/** From the third generation on calls are signed, and responses may hold media. Unknown names are newer ones. */
export function isNew(model: string): boolean {
  return !/\bgemini-[12](\b|\.)/.test(model);
}

/** The parts that the provider's own tools leave in an answer, to be given back as they are. */
export function serverPart(data: Json | undefined): Part | undefined {
  if (data === undefined || !isJsonObject(data)) return undefined;
  const kinds = Object.keys(data).filter((key) => !BESIDE.has(key));
  const isOne = kinds.length === 1 && kinds.every((kind) => !HERE.has(kind) && isFields(data[kind]));
  return isOne ? data : undefined;
}

const BESIDE = new Set(['thought', 'thoughtSignature', 'partMetadata', 'mediaResolution', 'videoMetadata']);
const HERE = new Set(['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData']);
