import { fieldsOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { parseJson } from '../records/parse-json.ts';

/** Of what may be JSON: `fieldsIn('{"agent_id":"t2"}')`. None of any other text. */
export function fieldsIn(json: string): JsonFields {
  if (!json.trimStart().startsWith('{')) return {};
  const parsed = parseJson(json);
  return parsed.ok ? fieldsOf(parsed.value) : {};
}
