/** JSON that somebody else wrote: its fields, JSON that is still coming, and keys that say two things. */
export { isJsonObject } from './json.ts';
export type { Json, JsonObject } from './json.ts';
export {
  fieldsOf,
  filledTextOf,
  isFields,
  isList,
  listOf,
  numberOf,
  textOf,
  textsIn,
  wholeNumberOf,
} from './fields.ts';
export type { Fields, JsonFields } from './fields.ts';
export { emptyPartialJson, feedPartialJson, jsonNodeOf, jsonOf } from './partial-json.ts';
export type { JsonNode, PartialJson } from './partial-json.ts';
export { changedWhole, exactJson, exactJsonSteps } from './exact-json.ts';
export { parsedJson } from './parsed-json.ts';
export { plainJson } from './plain-json.ts';
export { JsonGauge, jsonExcess } from './json-gauge.ts';
export type { JsonBounds, JsonExcess } from './json-gauge.ts';
export { doubtfulKey, keysOf, repeatedKey } from './repeated-key.ts';
