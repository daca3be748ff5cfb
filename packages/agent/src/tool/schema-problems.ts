/** What is wrong with a value by a JSON Schema, as a message, one line each. Keywords that are not known here forbid nothing. */
import { isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';

/** What is nested deeper, in the value or in the schema, is not checked here: the tool has to. */
const DEEPEST = 64;
/** A hostile schema may be endless, and name one long list a thousand times: no more than this is looked at, of its parts and of what they list. */
const MOST_LOOKS = 100_000;
/** Of what is looked at as text, so many characters count as one part. */
const CHARACTERS = 50;
/** As many choices are named in a problem. */
const MOST_NAMED = 20;

/** What a member of the value is called. */
export type Noun = 'argument' | 'setting' | 'field';

interface Look {
  readonly root: JsonObject;
  readonly noun: Noun;
  left: number;
}

interface ValuePlace {
  readonly path: string;
  readonly depth: number;
}

/** `schemaProblems({ properties: {}, additionalProperties: false }, { a: 1 })` is `['a: There is no such argument.']`. */
export function schemaProblems(schema: JsonObject, value: Json, noun: Noun = 'argument'): readonly string[] {
  return problemsAt(schema, value, { path: '', depth: 0 }, { root: schema, noun, left: MOST_LOOKS });
}

function problemsAt(schema: Json | undefined, value: Json, place: ValuePlace, look: Look): readonly string[] {
  look.left -= 1;
  if (look.left < 0 || place.depth > DEEPEST) return [];
  if (schema === false) return [said(place, `There is no such ${look.noun}.`)];
  if (schema === undefined || !isJsonObject(schema)) return [];
  const { $ref: ref, enum: choices, anyOf, oneOf, allOf } = schema;
  if (typeof ref === 'string') return problemsAt(referred(look, ref), value, deeper(place), look);
  const wrongType = typeProblem(schema['type'], value, look);
  if (wrongType !== undefined) return [said(place, wrongType)];
  if (Array.isArray(choices) && !choices.some((choice) => isSame(choice, value, look))) {
    return [said(place, `It must be ${oneOfThese(choices, look)}.`)];
  }
  if ('const' in schema && !isSame(schema['const'] ?? null, value, look))
    return [said(place, `It must be ${written(schema['const'] ?? null, look)}.`)];
  return [
    ...(isJsonObject(value) ? memberProblems(schema, value, place, look) : []),
    ...(Array.isArray(value) ? itemProblems(schema, value, place, look) : []),
    ...fewest(anyOf, value, place, look),
    ...fewest(oneOf, value, place, look),
    ...(Array.isArray(allOf) ? allOf.flatMap((one: Json) => problemsAt(one, value, deeper(place), look)) : []),
  ];
}

/** `oneOfThese(['latest', 'next', 3]) === 'latest, next or 3'` */
function oneOfThese(choices: readonly Json[], look: Look): string {
  const words = choices
    .slice(0, MOST_NAMED)
    .map((choice) => (typeof choice === 'string' && /^[\w.-]{1,200}$/.test(choice) ? choice : written(choice, look)));
  const more = choices.length - words.length;
  const last = more > 0 ? `one of ${more} others` : (words.pop() ?? 'nothing');
  return words.length === 0 ? last.slice(0, 200) : `${words.join(', ').slice(0, 200)} or ${last.slice(0, 200)}`;
}

function written(value: Json, look: Look): string {
  const text = JSON.stringify(value);
  look.left -= text.length / CHARACTERS;
  return text.slice(0, 200);
}

function memberProblems(schema: JsonObject, value: JsonObject, place: ValuePlace, look: Look): readonly string[] {
  const { properties = {}, required = [], additionalProperties: others, patternProperties } = schema;
  const known = isJsonObject(properties) ? properties : {};
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  look.left -= needed.length;
  const missing = needed.filter((name) => !Object.hasOwn(value, name));
  const free = patternProperties === undefined ? others : undefined;
  return [
    ...missing.map((name) => said(deeper(place, name), 'It is missing.')),
    ...Object.entries(value).flatMap(([name, member]) =>
      problemsAt(Object.hasOwn(known, name) ? known[name] : free, member, deeper(place, name), look),
    ),
  ];
}

function itemProblems(
  { items, prefixItems }: JsonObject,
  value: readonly Json[],
  place: ValuePlace,
  look: Look,
): readonly string[] {
  const first: readonly Json[] = Array.isArray(prefixItems) ? prefixItems : [];
  return value.flatMap((item, index) => problemsAt(first[index] ?? items, item, deeper(place, String(index)), look));
}

/** Of several forms the one that fits, or nearly fits. */
function fewest(forms: Json | undefined, value: Json, place: ValuePlace, look: Look): readonly string[] {
  if (!Array.isArray(forms) || forms.length === 0) return [];
  const problems = forms.map((form: Json) => problemsAt(form, value, deeper(place), look));
  return problems.reduce((best, next) => (next.length < best.length ? next : best));
}

function typeProblem(type: Json | undefined, value: Json, look: Look): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  look.left -= types.length;
  if (types.length === 0 || types.some((one) => isOfType(one, value))) return undefined;
  return `It must be ${types.map((one) => NOUNS.get(one) ?? one).join(' or ')}.`;
}

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

function isOfType(type: string, value: Json): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

/** `#/$defs/item` */
function referred(look: Look, ref: string): Json | undefined {
  look.left -= ref.length / 8;
  if (!ref.startsWith('#')) return undefined;
  let at: Json | undefined = look.root;
  for (const step of ref.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = at !== undefined && isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

/** Never by writing both: the value may be long, and the choices many. What is too much to compare counts as the same. */
function isSame(a: Json, b: Json, look: Look): boolean {
  look.left -= 1;
  if (look.left < 0 || a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one: Json, at) => isSame(one, b[at] ?? null, look));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(b);
  look.left -= names.length;
  return (
    Object.keys(a).length === names.length &&
    names.every((name) => Object.hasOwn(a, name) && isSame(a[name] ?? null, b[name] ?? null, look))
  );
}

function deeper({ path, depth }: ValuePlace, name?: string): ValuePlace {
  if (name === undefined) return { path, depth: depth + 1 };
  return { path: path === '' ? name : `${path}.${name}`, depth: depth + 1 };
}

function said({ path }: ValuePlace, words: string): string {
  return path === '' ? words : `${path}: ${words}`;
}
