/** Reading what somebody else wrote: nothing in it is what it should be until it was looked at. */
import type { Json } from './json.ts';

export type Fields = { readonly [name: string]: unknown };
export type JsonFields = { readonly [name: string]: Json | undefined };

const NONE: JsonFields = {};

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `fieldsOf(frame)['type']`: what is no object has no fields. */
export function fieldsOf(value: Json | undefined): JsonFields;
export function fieldsOf(value: unknown): Fields;
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NONE;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** `listOf(candidate['parts'])`: what is no list is an empty one. */
export function listOf(value: Json | undefined): readonly Json[];
export function listOf(value: unknown): readonly unknown[];
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `textOf(frame['delta']) ?? ''`: any text, the empty one too. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `filledTextOf(message['id'])`: a text that says something. An empty id is no id. */
export function filledTextOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count: whole, not negative. */
export function wholeNumberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
