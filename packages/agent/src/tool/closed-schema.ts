import { isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';

/**
 * The same schema, with nothing allowed beside what it names: an argument that a tool does not know could only be there for the
 * eyes of whoever approves the call. A schema that says itself what else may be there keeps its word.
 */
export function closedSchema(schema: JsonObject): JsonObject {
  const closed: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(schema)) {
    // What belongs together only with others must not be closed alone.
    closed[key] = key === 'allOf' ? value : closedPart(key, value);
  }
  if (schema['properties'] !== undefined && schema['allOf'] === undefined) closed['additionalProperties'] ??= false;
  return closed;
}

function closedPart(key: string, value: Json): Json {
  if (SCHEMAS_BY_NAME.has(key) && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closedOne(one)]));
  }
  if (!SCHEMAS.has(key)) return value;
  return Array.isArray(value) ? value.map(closedOne) : closedOne(value);
}

function closedOne(value: Json): Json {
  return isJsonObject(value) ? closedSchema(value) : value;
}

const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf']);
