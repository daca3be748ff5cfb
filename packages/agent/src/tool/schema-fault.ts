/** What is wrong with a JSON Schema itself: a provider that finds it refuses the whole request, with every other tool in it. */
import { isJsonObject } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** `schemaFault({ type: 'text' })` is `'has no such type at /type'`; undefined if nothing is. */
export function schemaFault(schema: Json): string | undefined {
  for (const [place, problem] of faults(schema, '')) return `${problem} at ${place.slice(0, LONGEST_PLACE) || '/'}`;
  return undefined;
}

const LONGEST_PLACE = 100;
/** No further down: providers refuse what is deeper, too. */
const DEEPEST = 100;

type Fault = readonly [place: string, problem: string];

function* faults(schema: Json, place: string, depth = 0): Iterable<Fault> {
  if (typeof schema === 'boolean') return;
  if (!isJsonObject(schema)) return yield [place, 'is no schema'];
  if (depth > DEEPEST) return yield [place, 'is nested too deep'];
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${place}/${keyword}`;
    if (!(IS_RIGHT.get(keyword)?.(value) ?? true))
      yield [here, keyword === 'type' ? 'has no such type' : 'has a wrong value'];
    else for (const [name, one] of schemasIn(keyword, value)) yield* faults(one, here + name, depth + 1);
  }
}

function* schemasIn(keyword: string, value: Json): Iterable<readonly [name: string, schema: Json]> {
  if (MAPS.has(keyword) && isJsonObject(value))
    for (const [name, one] of Object.entries(value)) yield [`/${name}`, one];
  if (LISTS.has(keyword) && Array.isArray(value)) yield* value.map((one: Json, at) => [`/${at}`, one] as const);
  else if (SINGLE.has(keyword)) yield ['', value];
}

const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** `items` was a list once. */
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']);
const SINGLE: ReadonlySet<string> = new Set([
  'items',
  'contains',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);

const TYPES: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

const isNumber = (value: Json): boolean => typeof value === 'number';
const isText = (value: Json): boolean => typeof value === 'string';
const isSome = (value: Json): boolean => Array.isArray(value) && value.length > 0;

const IS_RIGHT: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  [
    'type',
    (value) => (Array.isArray(value) ? value.length > 0 && value.every((one) => TYPES.has(one)) : TYPES.has(value)),
  ],
  ['required', (value) => Array.isArray(value) && value.every(isText)],
  ['enum', (value) => Array.isArray(value)],
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((name) => [name, isSome] as const),
  ...Array.from(MAPS, (name) => [name, isJsonObject] as const),
  ...['$ref', 'pattern', 'format', 'description', 'title'].map((name) => [name, isText] as const),
  ...['Length', 'Items', 'Properties'].flatMap((of) => [
    [`min${of}`, isNumber] as const,
    [`max${of}`, isNumber] as const,
  ]),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
    (name) => [name, isNumber] as const,
  ),
]);
