/** A line to its records. What cannot be read is named; what stands beside it on the line survives. */
import type { Json } from '@toolthread/core';
import { objectSpans } from './object-spans.ts';

export interface ParsedLine {
  readonly records: readonly { readonly value: Json; readonly column: number }[];
  /** What was lost, and where on the line. */
  readonly faults: readonly { readonly reason: string; readonly column: number }[];
}

export function parseLine(text: string): ParsedLine {
  const whole = parsed(text);
  if (whole !== undefined) return { records: [{ value: whole.value, column: 0 }], faults: [] };
  if (text.trim() === '') return { records: [], faults: [] };
  if (/^\s*(\/\/|#)/.test(text)) return { records: [], faults: [{ reason: 'a comment', column: 0 }] };
  return parseDamaged(text);
}

function parseDamaged(text: string): ParsedLine {
  const records: { value: Json; column: number }[] = [];
  const faults: { reason: string; column: number }[] = [];
  let end = 0;
  for (const span of objectSpans(text)) {
    noteStray(text, end, span.start, faults);
    end = span.end;
    const slice = text.slice(span.start, span.end);
    const value = parsed(slice) ?? parsed(escapeControls(slice));
    if (value !== undefined) records.push({ value: value.value, column: span.start });
    else faults.push({ reason: span.closed ? 'not JSON' : 'cut off', column: span.start });
  }
  noteStray(text, end, text.length, faults);
  return { records, faults };
}

/** What lies between objects is lost, unless it is white space or a comma. */
function noteStray(text: string, from: number, to: number, faults: { reason: string; column: number }[]): void {
  if (text.slice(from, to).replaceAll(/[\s,\0]/g, '') !== '') faults.push({ reason: 'not JSON', column: from });
}

function parsed(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Raw control characters are legal nowhere in JSON; inside a string they can only mean themselves. */
function escapeControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
