/** Reads data of other programs. Nothing in it has a known type before it was checked. */
import type { Json } from './json.ts';

/** The fields of a foreign value: nothing is known of them. */
export type Fields = { readonly [name: string]: unknown };
/** The fields of a JSON object of somebody else: any of them may be absent. */
export type JsonFields = { readonly [name: string]: Json | undefined };

const NONE: JsonFields = {};

/**
 * Whether a foreign value has fields: an object that is no list.
 *
 * @example
 * isFields([]); //=> false
 */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The fields of a foreign value; what is no object has none.
 *
 * @example
 * fieldsOf('text')['type']; //=> undefined
 */
export function fieldsOf(value: Json | undefined): JsonFields;
export function fieldsOf(value: unknown): Fields;
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NONE;
}

/**
 * Whether a JSON value is a list.
 *
 * @example
 * isList([1]); //=> true
 */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * A foreign list; what is no list is an empty one.
 *
 * @example
 * listOf({ length: 2 }); //=> []
 */
export function listOf(value: Json | undefined): readonly Json[];
export function listOf(value: unknown): readonly unknown[];
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The texts of a foreign list, and its numbers as text. Nothing else is made a text: an object may have a `toString` that is no function.
 *
 * @example
 * textsIn(['a', 1, {}, null]); //=> ['a', '1']
 */
export function textsIn(value: unknown): readonly string[] {
  return listOf(value)
    .map((each) => textOf(each) ?? numberOf(each)?.toString())
    .filter((each) => each !== undefined);
}

/**
 * Any text, the empty one too.
 *
 * @example
 * textOf(12); //=> undefined
 */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * A text that is not empty: an empty id is no id.
 *
 * @example
 * filledTextOf(''); //=> undefined
 */
export function filledTextOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * A finite number.
 *
 * @example
 * numberOf('12'); //=> undefined
 */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * A count: whole, not negative.
 *
 * @example
 * wholeNumberOf(1.5); //=> undefined
 */
export function wholeNumberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
