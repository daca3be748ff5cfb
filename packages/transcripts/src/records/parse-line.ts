/** A line to its records. What cannot be read is named; what stands beside it on the line survives. */
import type { Json } from '@toolthread/core';
import { objectSpans } from './object-spans.ts';
import { parseJson } from './parse-json.ts';
import type { ParsedJson } from './parse-json.ts';

export interface ParsedLine {
  readonly records: readonly { readonly value: Json; readonly column: number }[];
  /** What was lost, and where on the line. */
  readonly faults: readonly LineFault[];
}

interface LineFault {
  readonly reason: string;
  readonly column: number;
}

/** `parseLine('{"a":1}{"b":2}').records.length === 2` */
export function parseLine(text: string): ParsedLine {
  const whole = parseJson(text);
  if (whole.ok) return { records: [{ value: whole.value, column: 0 }], faults: [] };
  if (whole.reason !== 'not JSON') return { records: [], faults: [{ reason: whole.reason, column: 0 }] };
  if (text.trim() === '') return { records: [], faults: [] };
  if (/^\s*(\/\/|#)/.test(text)) return { records: [], faults: [{ reason: 'a comment', column: 0 }] };
  return parseDamaged(text);
}

function parseDamaged(text: string): ParsedLine {
  const records: { value: Json; column: number }[] = [];
  const faults: LineFault[] = [];
  let end = 0;
  for (const span of objectSpans(text)) {
    noteStray(text, end, span.start, faults);
    end = span.end;
    const slice = text.slice(span.start, span.end);
    const read = parseRaw(slice);
    if (read.ok) {
      records.push({ value: read.value, column: span.start });
      continue;
    }
    faults.push({ reason: span.closed ? read.reason : 'cut off', column: span.start });
    const later = afterTear(slice);
    if (later !== undefined) records.push({ value: later.value, column: span.start + later.column });
  }
  noteStray(text, end, text.length, faults);
  return { records, faults };
}

/** What lies between objects is lost, unless it is white space or a comma. */
function noteStray(text: string, from: number, to: number, faults: LineFault[]): void {
  for (let index = from; index < to; index += 1) {
    if (/[\s,\0]/.test(text.charAt(index))) continue;
    faults.push({ reason: 'not JSON', column: from });
    return;
  }
}

/** Raw control characters are legal nowhere in JSON; inside a string they can only mean themselves. */
function parseRaw(text: string): ParsedJson {
  const plain = parseJson(text);
  // oxlint-disable-next-line no-control-regex
  if (plain.ok || plain.reason !== 'not JSON' || !/[\u0000-\u001f]/.test(text)) return plain;
  return parseJson(escapeControls(text));
}

/** One pass: in a string a control character is escaped, between tokens it is white space. */
function escapeControls(text: string): string {
  const pieces: string[] = [];
  let inString = false;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) inString = !inString;
    else if (char === BACKSLASH) index += 1;
    else if (char < SPACE) {
      const code = inString ? `\\u${char.toString(16).padStart(4, '0')}` : ' ';
      pieces.push(text.slice(from, index), code);
      from = index + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = 32;
/** Each try may read to the end of the line, so there are only so many. */
const MOST_TRIES = 64;

/** A writer that died in the middle of a record, and wrote its next one right after: only the torn one is lost. */
function afterTear(slice: string): { readonly value: Json; readonly column: number } | undefined {
  let column = slice.indexOf('{"', 1);
  for (let tries = 0; column !== -1 && tries < MOST_TRIES; tries += 1) {
    const read = parseJson(slice.slice(column));
    if (read.ok) return { value: read.value, column };
    column = slice.indexOf('{"', column + 1);
  }
  return undefined;
}
