import { isFields } from './fields.ts';

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Anything JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/**
 * Whether a JSON value is an object that is no list.
 *
 * @example
 * isJsonObject({ a: 1 }); //=> true
 */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isFields(value);
}
