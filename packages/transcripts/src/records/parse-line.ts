/** A line to its records. What cannot be read is named; what is beside it on the line survives. */
import type { Json } from '@toolthread/core/json';
import { objectSpans } from './object-spans.ts';
import type { Span } from './object-spans.ts';
import { parseJson } from './parse-json.ts';
import type { ParsedJson } from './parse-json.ts';
import { RecordBeginnings } from './record-beginnings.ts';

export interface ParsedLine {
  readonly records: readonly Found[];
  /** What was lost, and where on the line. */
  readonly faults: readonly LineFault[];
}

interface Found {
  readonly value: Json;
  readonly column: number;
  /** A key occurs twice in one of its objects. */
  readonly repeats: boolean;
}

interface LineFault {
  readonly reason: string;
  readonly column: number;
}

/** Of a stretch of zero bytes, in the place of what was to be written there. */
export const ZEROS = 'zeros';

/** Of an object that is whole, in a record that is not. */
const PIECE = 'a piece of a torn record';

const NOTHING_KNOWN = new RecordBeginnings();

/** `parseLine('{"a":1}{"b":2}').records.length === 2`. `known`: how the file's records begin; what follows a tear must begin so. */
export function parseLine(text: string, known: RecordBeginnings = NOTHING_KNOWN): ParsedLine {
  const whole = parseJson(text);
  if (whole.ok) return { records: [{ value: whole.value, column: 0, repeats: whole.repeats }], faults: [] };
  if (whole.reason !== 'not JSON') return { records: [], faults: [{ reason: whole.reason, column: 0 }] };
  if (text.trim() === '') return { records: [], faults: [] };
  if (/^\s*(\/\/|#)/.test(text)) return { records: [], faults: [{ reason: 'a comment', column: 0 }] };
  return parseDamaged(text, known);
}

function parseDamaged(text: string, known: RecordBeginnings): ParsedLine {
  const records: Found[] = [];
  const faults: LineFault[] = [];
  let torn: 'no' | 'yes' | 'searched' = 'no';
  let end = 0;
  for (const span of objectSpans(text)) {
    if (noteStray(text, end, span.start, faults) && torn === 'no') torn = 'yes';
    end = span.end;
    const read = parseRaw(text.slice(span.start, span.end));
    if (read.ok && isRecord(text, span, read.value, known, torn)) {
      records.push({ value: read.value, column: span.start, repeats: read.repeats });
      continue;
    }
    // What is after a tear and is no record is a piece of the torn one.
    const reason = read.ok ? PIECE : read.reason;
    faults.push({ reason: span.closed ? reason : 'cut off', column: span.start });
    // A record that is nested too deep is not torn: its braces say where it ends.
    if ((!read.ok && reason !== 'not JSON') || torn === 'searched') continue;
    torn = 'searched';
    const later = afterTear(text, span.start, known);
    if (later !== undefined) return { records: [...records, ...later], faults };
  }
  noteStray(text, end, text.length, faults);
  return { records, faults };
}

/** What is between objects is lost, unless it is white space or a comma. True if something is torn by it: a crash may also leave zeros. */
function noteStray(text: string, from: number, to: number, faults: LineFault[]): boolean {
  if (!isBlank(text, from, to)) {
    faults.push({ reason: 'not JSON', column: from });
    return true;
  }
  const zeros = text.slice(from, to).indexOf('\0');
  if (zeros !== -1) faults.push({ reason: ZEROS, column: from + zeros });
  return false;
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
function afterTear(text: string, start: number, known: RecordBeginnings): readonly Found[] | undefined {
  let tries = MOST_TRIES;
  for (let column = text.indexOf('{"', start + 1); column !== -1; column = text.indexOf('{"', column + 1)) {
    if (isInside(text, column) && !known.mayBegin(text, column)) continue;
    if (tries === 0) return undefined;
    tries -= 1;
    const found = wholeObjects(text, column);
    if (found?.every(({ value, column }) => known.has(value) || !isInside(text, column)) === true) return found;
  }
  return undefined;
}

/** An object of a damaged line is a record of its own if it begins as the file's records do, or is where no record has its values. */
function isRecord(text: string, { start, end }: Span, value: Json, known: RecordBeginnings, torn: string): boolean {
  if (known.has(value)) return true;
  return !/^\s*(?:\}|,\s*")/.test(text.slice(end, end + NEAR)) && (torn === 'no' || !isInside(text, start));
}

/** White space between the parts of a record is short. */
const NEAR = 16;

/** After a colon, a comma or a bracket is a value of a record, not a record. */
function isInside(text: string, column: number): boolean {
  let before = column - 1;
  while (before >= 0 && text.charCodeAt(before) <= SPACE) before -= 1;
  return before >= 0 && ':,['.includes(text.charAt(before));
}

/** The rest of the line as objects, and nothing but objects. */
function wholeObjects(text: string, from: number): readonly Found[] | undefined {
  const rest = text.slice(from);
  const found: Found[] = [];
  let end = 0;
  for (const span of objectSpans(rest)) {
    const read = span.closed && isBlank(rest, end, span.start) ? parseRaw(rest.slice(span.start, span.end)) : undefined;
    if (read?.ok !== true) return undefined;
    found.push({ value: read.value, column: from + span.start, repeats: read.repeats });
    end = span.end;
  }
  return found.length > 0 && isBlank(rest, end, rest.length) ? found : undefined;
}
