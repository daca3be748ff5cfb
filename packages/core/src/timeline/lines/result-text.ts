/** What a call and its result say, in the same words wherever they are drawn. */
import { callResult } from '../../ledger/call.ts';
import type { Call, CallResult } from '../../ledger/call.ts';
import type { Outcome } from '../../ledger/ledger-event.ts';
import type { Json } from '../../ledger/json/json.ts';
import { callName, executedArguments } from './call-text.ts';
import { callError } from '../../text/call-error.ts';
import { compactText } from '../../text/compact-text.ts';
import { contentsText } from '../../text/content-text.ts';
import { endOf, foldResult, LINE_BREAK } from './cut-result.ts';

const MAX_INLINE_CHARS = 80;

/** For a result that names no tool. */
export const UNKNOWN_TOOL = 'tool';

/**
 * The result of a call as text; undefined where there is none, or none yet.
 *
 * @example
 * resultText(exampleCall); //=> 'src/lint.ts'
 */
export function resultText(call: Call): string | undefined {
  const result = callResult(call);
  return result === undefined ? undefined : textOfResult({ ...result, error: callError(result) });
}

/**
 * The words of a result: what the model saw, else the data, else what went wrong.
 *
 * @example
 * textOfResult({ structured: 0 }); //=> '0'
 */
export function textOfResult(result: Partial<Pick<CallResult, 'parts' | 'structured' | 'error'>>): string | undefined {
  const { parts = [], structured, error } = result;
  const words = contentsText(parts);
  if (words !== '') return words;
  const data = parts.length === 0 ? dataText(structured) : undefined;
  return data ?? error?.message;
}

function dataText(structured: Json | undefined): string | undefined {
  if (structured === undefined || structured === null || structured === '') return undefined;
  return compactText(structured);
}

/** How a result is laid out. */
export interface ResultOptions {
  readonly pending?: boolean;
  /** Where the record itself was cut before. */
  readonly fullSize?: number | undefined;
  readonly whole?: boolean;
}

/** A result on the call's own line, or on lines below it. */
export interface ResultLines {
  readonly inline?: string;
  readonly below?: readonly string[];
  readonly marker?: string;
}

/**
 * Where a result stands: inline if it is one line of at most 80 code points, else below, its first three lines and how many more there
 * are; a last newline is no line.
 *
 * @example
 * resultLines('/app\n'); //=> { inline: '/app' }
 */
export function resultLines(
  text: string,
  { pending = false, fullSize, whole = false }: ResultOptions = {},
): ResultLines {
  const trimmed = withoutLastNewlines(text);
  if (trimmed === '') return {};
  const isLine =
    !/[\r\n]/.test(trimmed.slice(0, 2 * MAX_INLINE_CHARS + 1)) && endOf(trimmed, MAX_INLINE_CHARS) === undefined;
  if (isLine && !pending) return { inline: trimmed };
  const { text: shown, marker } = whole ? { text: trimmed, marker: undefined } : foldResult(trimmed, fullSize);
  const below = shown.split(LINE_BREAK);
  return marker === undefined ? { below } : { below, marker };
}

function withoutLastNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/**
 * What is said beside a call: `edited`, an outcome other than done, `waiting`, `no result`. Undefined where there is nothing to say.
 *
 * @example
 * callNote(exampleCall); //=> undefined
 */
export function callNote(call: Call, atWork = true): string | undefined {
  const words = [executedArguments(call) === undefined ? undefined : 'edited', stateNote(call, atWork)];
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? undefined : said.join(' · ');
}

function stateNote(call: Call, atWork: boolean): string | undefined {
  const { state } = call;
  if (state.name === 'settled') return outcomeNote(state.result.outcome);
  if (state.name === 'waiting') return 'waiting';
  return isUnderWay(call, atWork) ? undefined : 'no result';
}

/**
 * Whether a call waits, runs, or will run next. One that nobody has begun will, as long as somebody is at work in its group ([L3]).
 *
 * @example
 * isUnderWay(exampleCall, true); //=> false
 */
export function isUnderWay({ state }: Call, atWork: boolean): boolean {
  return state.name === 'called' ? atWork : state.name !== 'settled';
}

/**
 * What is said of an outcome; of `done` nothing.
 *
 * @example
 * outcomeNote('failed'); //=> 'failed'
 */
export function outcomeNote(outcome: Outcome): string | undefined {
  return outcome === 'done' ? undefined : outcome;
}

/**
 * That a call is tried again: `⟳ fetch_url - Retrying (2/3)`. Undefined of any other call.
 *
 * @example
 * retryText(exampleCall); //=> undefined
 */
export function retryText(call: Call): string | undefined {
  const { state } = call;
  return state.name === 'retrying' ? `⟳ ${callName(call)} - Retrying (${state.attempt}/${state.max})` : undefined;
}

/**
 * What went wrong, or why it was denied, where what is seen of the result does not say it.
 *
 * @example
 * problemText(exampleCall, 'src/lint.ts'); //=> undefined
 */
export function problemText(call: Call, seen: string): string | undefined {
  const { state } = call;
  if (state.name === 'retrying') return state.error?.message;
  if (state.name !== 'settled') return undefined;
  const reason = call.request?.settled?.reason ?? '';
  if (reason !== '' && resultText(call)?.includes(reason) !== true) return `“${reason}”`;
  const { error, parts, structured } = state.result;
  // Without a result its words are the error's.
  if (error === undefined || (parts.length === 0 && structured === undefined)) return undefined;
  // Of a result that is the error itself, the rest is a click away.
  if (seen !== '' && contentsText(parts).trim() === error.message.trim()) return undefined;
  return seen.includes(error.message) ? undefined : error.message;
}
