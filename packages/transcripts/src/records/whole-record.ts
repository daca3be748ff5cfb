import type { Json, JsonFields, JsonObject } from '@toolthread/core/json';

/** The record as JSON again, itself where nothing is missing in it. */
export function wholeRecord(fields: JsonFields): JsonObject {
  if (isWhole(fields)) return fields;
  const entries: [string, Json][] = [];
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) entries.push([name, value]);
  return Object.fromEntries(entries);
}

function isWhole(fields: JsonFields): fields is JsonObject {
  for (const name in fields) if (fields[name] === undefined) return false;
  return true;
}
