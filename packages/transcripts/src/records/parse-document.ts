import { emptyPartialJson, feedPartialJson, jsonNodeOf, jsonOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { bytesIn } from './bytes-in.ts';
import { parseJson } from './parse-json.ts';

export interface ParsedDocument {
  /** Of a damaged document: what is before the damage. */
  readonly value: Json | undefined;
  /** A key occurs twice in one of its objects. */
  readonly repeats: boolean;
  readonly fault:
    | { readonly reason: string; readonly line: number; readonly byte: number; readonly text: string }
    | undefined;
}

/** `parseDocument('{"messages":[{"role":"user"').value` holds the message, and the fault says where it was cut. */
export function parseDocument(text: string): ParsedDocument {
  const whole = parseJson(text);
  if (whole.ok) return { value: whole.value, repeats: whole.repeats, fault: undefined };
  if (whole.reason !== 'not JSON')
    return { value: undefined, repeats: false, fault: { reason: whole.reason, line: 1, byte: 0, text } };
  const index = faultIndex(text);
  const before = text.slice(0, index);
  const isCut = index === text.length;
  const node = jsonNodeOf(feedPartialJson(emptyPartialJson, isCut ? marked(before) : before));
  const place = { line: before.split('\n').length, byte: bytesIn(before), text: text.slice(index) };
  const value = node === undefined ? undefined : jsonOf(node);
  if (!isCut) return { value, repeats: false, fault: { reason: 'not JSON', ...place } };
  return { value, repeats: false, fault: { reason: 'cut off', ...place, text: lastObject(text) } };
}

/** [L3] Stands at the end of the words that were being written when a document was cut off: nobody takes them for whole. */
const CUT = '… (cut off here)';

/** A document that ends within a string, with the mark in that string. */
function marked(text: string): string {
  let isString = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    // Within a string, an odd number of signs before it means that it is a letter of it.
    if (!isString || slashesBefore(text, at) % 2 === 0) isString = !isString;
  }
  if (!isString) return text;
  const whole = text.replace(/\\u[\da-f]{0,3}$/i, (torn, at: number) =>
    slashesBefore(text, at) % 2 === 0 ? '' : torn,
  );
  return `${slashesBefore(whole, whole.length) % 2 === 0 ? whole : whole.slice(0, -1)}${CUT}`;
}

function slashesBefore(text: string, end: number): number {
  let count = 0;
  while (text[end - 1 - count] === '\\') count += 1;
  return count;
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
    const place = /at position (\d\d*)/.exec(String(error))?.[1];
    if (place !== undefined) return Math.min(Number(place), text.length);
  }
  return text.length;
}
