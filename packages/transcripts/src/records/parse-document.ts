import { emptyPartialJson, feedPartialJson, jsonNodeOf, jsonOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { bytesIn } from './bytes-in.ts';
import { parseJson } from './parse-json.ts';

export interface ParsedDocument {
  /** Of a damaged document: what stands before the damage. */
  readonly value: Json | undefined;
  readonly fault:
    | { readonly reason: string; readonly line: number; readonly byte: number; readonly text: string }
    | undefined;
}

/** `parseDocument('{"messages":[{"role":"user"').value` holds the message, and the fault says where it was cut. */
export function parseDocument(text: string): ParsedDocument {
  const whole = parseJson(text);
  if (whole.ok) return { value: whole.value, fault: undefined };
  if (whole.reason !== 'not JSON') return { value: undefined, fault: { reason: whole.reason, line: 1, byte: 0, text } };
  const index = faultIndex(text);
  const node = jsonNodeOf(feedPartialJson(emptyPartialJson, text.slice(0, index)));
  const before = text.slice(0, index);
  const place = { line: before.split('\n').length, byte: bytesIn(before), text: text.slice(index) };
  const value = node === undefined ? undefined : jsonOf(node);
  if (index < text.length) return { value, fault: { reason: 'not JSON', ...place } };
  return { value, fault: { reason: 'cut off', ...place, text: lastObject(text) } };
}

const MOST_SHOWN = 1000;

/** What was being written when the document ended: it is read as far as it goes, and this shows that it is not whole. */
function lastObject(text: string): string {
  return text.slice(Math.max(0, text.lastIndexOf('{'), text.length - MOST_SHOWN));
}

/** Where `JSON.parse` stopped, which only its message says. */
function faultIndex(text: string): number {
  try {
    JSON.parse(text);
  } catch (error) {
    const place = /at position (\d+)/.exec(String(error))?.[1];
    if (place !== undefined) return Math.min(Number(place), text.length);
  }
  return text.length;
}
