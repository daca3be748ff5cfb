/** What a result says, in the same words wherever it is drawn. */
import { callResult } from '../../ledger/call.ts';
import type { Call, CallResult } from '../../ledger/call.ts';
import { textOf } from '../../ledger/json/fields.ts';
import type { JsonFields } from '../../ledger/json/fields.ts';
import type { Json } from '../../ledger/json/json.ts';
import { toolData } from '../../ledger/tool-data.ts';
import { callError } from '../../text/call-error.ts';
import { compactText } from '../../text/compact-text.ts';
import { contentsText } from '../../text/content-text.ts';
import { english } from '../../text/language/english.ts';
import type { Language } from '../../text/language/language.ts';
import { withNewlines } from '../../text/line-ends/with-newlines.ts';
import { endOf } from '../../text/ellipsis.ts';
import { foldFailure, foldResult } from './cut-result.ts';

const MAX_INLINE_CHARS = 80;

/**
 * The result of a call as text; undefined if there is none, or none yet.
 *
 * @example
 * resultText(exampleCall); //=> 'src/lint.ts'
 */
export function resultText(call: Call, language: Language = english): string | undefined {
  const result = callResult(call);
  // The call ended without a result: only what it had printed is left.
  if (result?.parts.length === 0 && result.structured === undefined && call.output !== '') return call.output;
  return result === undefined ? undefined : textOfResult({ ...result, error: callError(result, language) }, language);
}

/**
 * The words of a result: what the model saw, else the data, else what went wrong.
 *
 * @example
 * textOfResult({ structured: 0 }); //=> '0'
 */
export function textOfResult(
  result: Partial<Pick<CallResult, 'parts' | 'structured' | 'error'>>,
  language: Language = english,
): string | undefined {
  const { parts = [], structured, error } = result;
  const words = contentsText(parts, language);
  if (words !== '') return words;
  const data = parts.length === 0 ? dataText(structured) : undefined;
  return data ?? (error && language.told(error.message));
}

/** [L4] The words of a result, and all of the output where they are only its beginning: `wholeText('row 1 …', { kind: 'output', text: 'row 1' })` */
export function wholeText(words: string | undefined, structured: Json | undefined): string | undefined {
  const all = textOf(toolData(structured, 'output')?.['text']);
  if (all === undefined || words === all) return words;
  return words === undefined ? all : `${words}\n\n${all}`;
}

function dataText(structured: Json | undefined): string | undefined {
  if (structured === undefined || structured === null || structured === '') return undefined;
  // Its form is ours, no file has it: what a command printed are its words, and its exit code is told as what went wrong.
  const shell = toolData(structured, 'shell');
  if (shell !== undefined) return printedBy(shell);
  return compactText(structured);
}

function printedBy({ stdout, stderr }: JsonFields): string | undefined {
  const printed = [stdout, stderr].map((text) => textOf(text) ?? '').filter((text) => text !== '');
  return printed.length === 0 ? undefined : printed.join('\n');
}

/** How a result is laid out. */
export interface ResultOptions {
  /** Not on the call's own line, however short: more may come, or something is between them. */
  readonly apart?: boolean;
  /** Where the record itself was cut before. */
  readonly fullSize?: number | undefined;
  readonly whole?: boolean;
  /** Its last lines are shown too. */
  readonly failed?: boolean;
  readonly language?: Language;
}

/** A result on the call's own line, or on lines below it. Lines are one text, ended by `\n`: a list of those of a long result would be many times its size. */
export interface ResultLines {
  readonly inline?: string;
  readonly below?: string;
  readonly marker?: string;
  /** The last lines of a failure, after the marker. */
  readonly tail?: string;
}

/**
 * Where a result is: inline if it is one line of at most 80 code points, else below, its first three lines and how many more there
 * are, of a failure also its last three; a last newline is no line.
 *
 * @example
 * resultLines('/app\n'); //=> { inline: '/app' }
 */
export function resultLines(
  text: string,
  { apart = false, fullSize, whole = false, failed = false, language = english }: ResultOptions = {},
): ResultLines {
  const trimmed = withoutLastNewlines(text);
  // [L4] Newlines are a result too.
  if (trimmed === '' && whole && text !== '') {
    const count = language.count(withNewlines(text).length, 'newline');
    return { marker: language.say('(only {count})', { count }) };
  }
  if (trimmed === '') return {};
  if (whole && trimmed.trim() === '') {
    const count = language.count(text.length, 'character');
    return { marker: language.say('(only {count} of white space)', { count }) };
  }
  const isLine =
    !/[\r\n]/.test(trimmed.slice(0, 2 * MAX_INLINE_CHARS + 1)) && endOf(trimmed, MAX_INLINE_CHARS) === undefined;
  if (isLine && !apart) return { inline: trimmed };
  if (whole) return { below: withNewlines(trimmed) };
  const { text: shown, marker, tail } = (failed ? foldFailure : foldResult)(trimmed, fullSize, language);
  const below = withNewlines(shown);
  if (marker === undefined) return { below };
  return tail === undefined ? { below, marker } : { below, marker, tail: withNewlines(tail) };
}

function withoutLastNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}
