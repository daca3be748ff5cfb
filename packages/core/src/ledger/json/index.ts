/** JSON that somebody else wrote: its fields, JSON that is still coming, and keys that say two things. */
export { isJsonObject, type Json, type JsonObject } from './json.ts';
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
  type Fields,
  type JsonFields,
} from './fields.ts';
export {
  emptyPartialJson,
  feedPartialJson,
  jsonNodeOf,
  jsonOf,
  type JsonNode,
  type PartialJson,
} from './growing/partial-json.ts';
export { changedWhole, exactJson, exactTextSteps } from './exact-json.ts';
export { codeOf } from './code-of.ts';
export { isLongJson, jsonPieces, type JsonPieces } from './json-pieces.ts';
export { mostKeys } from './most-keys.ts';
export { parsedJson } from './parsed-json.ts';
export { plainJson } from './plain-json.ts';
export { JsonGauge, jsonExcess, type JsonBounds, type JsonExcess } from './json-gauge.ts';
export { doubtfulKey, keysOf, repeatedKey } from './repeated-key.ts';
export { bytesUrl, dataUrl, type DataUrl } from './data-url.ts';
export { typeByStart } from './type-by-start.ts';
export { DRAWN_IMAGES, mediaKind } from './media-kind.ts';
