import { isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';

/**
 * The same schema, with no properties allowed but those it names: an argument that a tool does not know could only mislead the
 * person who approves the call. A schema that sets `additionalProperties` itself stays as it is.
 */
export function closedSchema(schema: JsonObject): JsonObject {
  const closed: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(schema)) {
    // The parts of `allOf` are checked together: closed one by one, they would refuse each other's properties.
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
