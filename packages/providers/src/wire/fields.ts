/** Reading what claims to be a frame: every field is unknown until it is asked. */
import type { Json } from '@toolthread/core';

export type Fields = { readonly [key: string]: unknown };
export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `objectsIn(options['tools'])`: the objects of a list, if it is one. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return isList(value) ? value.filter(isJsonObject) : [];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** `fieldsOf(frame)['type']`: no object has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `listOf(candidate['parts'])`: no list is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A count: whole, not negative. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A value that came out of a JSON parser, as what it is; `undefined` where it did not, or is too deep to be kept. */
export function jsonOf(value: unknown): Json | undefined {
  return isJson(value, MAX_DEPTH) ? value : undefined;
}

const MAX_DEPTH = 100;

function isJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.values(value).every((item) => isJson(item, depth - 1));
}
