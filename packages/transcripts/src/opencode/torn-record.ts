/** A message or a part that its store holds and that cannot be read: it is in its place in the document, with what is left of it. */
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { JsonFields, JsonObject } from '@toolthread/core/json';
import { parseJson } from '../records/parse-json.ts';
import { wholeRecord } from '../records/whole-record.ts';

export interface Torn {
  readonly reason: string;
  /** What is there. */
  readonly text: string;
}

/** The record that a row or a file holds, with the ids that its place gives. */
export function storedRecord(text: string, ids: { readonly [name: string]: string }): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) return tornRecord({ reason: parsed.reason, text }, ids);
  if (!isJsonObject(parsed.value)) return tornRecord({ reason: 'no object', text }, ids);
  return { ...wholeRecord(parsed.value), ...ids };
}

export function tornRecord({ reason, text }: Torn, ids: { readonly [name: string]: string }): JsonObject {
  return { ...ids, malformed: { reason, text } };
}

/** Undefined of a record that could be read. */
export function tornIn(record: JsonFields): Torn | undefined {
  const reason = textOf(fieldsOf(record['malformed'])['reason']);
  if (reason === undefined || record['type'] !== undefined || record['role'] !== undefined) return undefined;
  return { reason, text: textOf(fieldsOf(record['malformed'])['text']) ?? '' };
}
