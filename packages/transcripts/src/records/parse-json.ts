import { exactJson, isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { keysIn } from './keys-in.ts';

export type ParsedJson =
  /** `repeats`: a key occurs twice in one of its objects. The last one is read, and others are lost. */
  | { readonly ok: true; readonly value: Json; readonly repeats: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Deeper than any real record, and less than the ledger's own limit, so that readers may recurse.
 */
const RECORD_DEPTH_LIMIT = 200;

const TOO_DEEP: ParsedJson = { ok: false, reason: `nested deeper than ${RECORD_DEPTH_LIMIT}` };
const NOT_JSON: ParsedJson = { ok: false, reason: 'not JSON' };

/** `parseJson('{"a":1}')`; it never throws, changes no number, and gives nothing that is too deep to walk. */
export function parseJson(text: string): ParsedJson {
  let value: Json;
  try {
    value = exactJson(text);
  } catch {
    return NOT_JSON;
  }
  const keys = keysOfValue(value, RECORD_DEPTH_LIMIT);
  return Number.isNaN(keys) ? TOO_DEEP : { ok: true, value, repeats: keys !== keysIn(text) };
}

/** How many there are; NaN of what is nested deeper. Makes no list of the members, because it runs for every record. */
function keysOfValue(value: Json | undefined, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return NaN;
  let keys = 0;
  if (isList(value)) for (const item of value) keys += keysOfValue(item, limit - 1);
  else for (const name in value) keys += 1 + keysOfValue(value[name], limit - 1);
  return keys;
}
