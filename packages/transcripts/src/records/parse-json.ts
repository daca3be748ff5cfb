import { exactJson, isList, mostKeys, repeatedKey } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

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
    value = JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
  const size = { keys: 0, hasLooseNumber: false };
  if (!measure(value, size, RECORD_DEPTH_LIMIT)) return TOO_DEEP;
  const keys = mostKeys(text);
  // Nearly every record: no number may have changed, and no key of the text is missing in the value.
  const isExact = !size.hasLooseNumber && !Number.isNaN(keys);
  const repeats = keys !== size.keys && repeatedKey(text) !== undefined;
  return { ok: true, value: isExact ? value : exactJson(text), repeats };
}

interface Size {
  keys: number;
  /** A number is the value of no key. */
  hasLooseNumber: boolean;
}

/** False if it is nested deeper. Makes no list of the members, because it runs for every record. */
function measure(value: Json | undefined, size: Size, limit: number): boolean {
  if (typeof value === 'number') size.hasLooseNumber = true;
  if (typeof value !== 'object' || value === null) return true;
  if (limit === 0) return false;
  if (isList(value)) {
    for (const item of value) if (!measure(item, size, limit - 1)) return false;
    return true;
  }
  for (const name in value) {
    size.keys += 1;
    const member = value[name];
    if (typeof member === 'object' && !measure(member, size, limit - 1)) return false;
  }
  return true;
}
