import { exactJson, isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

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
  return isDeeperThan(value, RECORD_DEPTH_LIMIT) ? TOO_DEEP : { ok: true, value };
}

/** Makes no list of the members, because it runs for every record. */
function isDeeperThan(value: Json | undefined, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (isList(value)) {
    for (const item of value) if (isDeeperThan(item, limit - 1)) return true;
    return false;
  }
  for (const name in value) if (isDeeperThan(value[name], limit - 1)) return true;
  return false;
}
