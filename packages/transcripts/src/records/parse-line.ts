/** A line to its records. What cannot be read is named; what stands beside it on the line survives. */
import type { Json } from '@toolthread/core/json';
import { objectSpans } from './object-spans.ts';
import { parseJson } from './parse-json.ts';
import type { ParsedJson } from './parse-json.ts';

export interface ParsedLine {
  readonly records: readonly Found[];
  /** What was lost, and where on the line. */
  readonly faults: readonly LineFault[];
}

interface Found {
  readonly value: Json;
  readonly column: number;
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
  const records: Found[] = [];
  const faults: LineFault[] = [];
  const tries = { left: MOST_TRIES };
  let end = 0;
  for (const span of objectSpans(text)) {
    noteStray(text, end, span.start, faults);
    end = span.end;
    const read = parseRaw(text.slice(span.start, span.end));
    if (read.ok) {
      records.push({ value: read.value, column: span.start });
      continue;
    }
    faults.push({ reason: span.closed ? read.reason : 'cut off', column: span.start });
    // A record that is nested too deep is not torn: its braces say where it ends.
    const later = read.reason === 'not JSON' ? afterTear(text, span.start, tries) : undefined;
    if (later !== undefined) return { records: [...records, ...later], faults };
  }
  noteStray(text, end, text.length, faults);
  return { records, faults };
}

/** What lies between objects is lost, unless it is white space or a comma. */
function noteStray(text: string, from: number, to: number, faults: LineFault[]): void {
  if (!isBlank(text, from, to)) faults.push({ reason: 'not JSON', column: from });
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (!/[\s,\0]/.test(text.charAt(index))) return false;
  return true;
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
/** Each try may read to the end of the line, so their number is limited. */
const MOST_TRIES = 64;

/** A program may crash in the middle of a record and later append the next one to it: only the torn record is lost. */
function afterTear(text: string, start: number, tries: { left: number }): readonly Found[] | undefined {
  for (let from = start + 1; tries.left > 0; tries.left -= 1) {
    const column = text.indexOf('{"', from);
    const found = column === -1 ? undefined : wholeObjects(text, column);
    if (found !== undefined) return found;
    if (column === -1) tries.left = 1;
    from = column + 1;
  }
  return undefined;
}

/** The rest of the line as objects, and nothing but objects. */
function wholeObjects(text: string, from: number): readonly Found[] | undefined {
  const rest = text.slice(from);
  const found: Found[] = [];
  let end = 0;
  for (const span of objectSpans(rest)) {
    const read = span.closed && isBlank(rest, end, span.start) ? parseRaw(rest.slice(span.start, span.end)) : undefined;
    if (read?.ok !== true) return undefined;
    found.push({ value: read.value, column: from + span.start });
    end = span.end;
  }
  return found.length > 0 && isBlank(rest, end, rest.length) ? found : undefined;
}
