/** How a call ended, in the words of the message formats: a value or an error, and a summary. */
import type { Call, CallResult } from '../../ledger/call.ts';
import type { Outcome, ToolCompleted } from '../../ledger/ledger-event.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import type { Json } from '../../ledger/json/json.ts';
import { callError } from '../../text/call-error.ts';
import { contentsText } from '../../text/content-text.ts';
import { keptIfLong } from './kept-if-long.ts';
import { summary, valueSummary } from './summary.ts';

export interface Ending {
  /** Undefined if the call gave nothing, or failed; `0`, `false`, `""` and `null` are something. */
  readonly value: Json | undefined;
  /** Undefined for `done` alone, so that no other outcome looks like success ([L3]). */
  readonly error: string | undefined;
  /** What a call gave that did not end well, beside the words of its error. */
  readonly beside: Json | undefined;
  readonly summary: string;
}

const partsText: (parts: readonly ContentPart[]) => string = keptIfLong(contentsText);

type Told = Pick<CallResult, 'outcome' | 'parts' | 'structured' | 'error'>;

/** `callEnding(call, result).error`: what a tool printed stands in for a result that it never gave; a denial's reason is told. */
export function callEnding(call: Call, result: CallResult): Ending {
  const silent = result.parts.length === 0 && result.structured === undefined && call.output !== '';
  const parts = silent ? [{ type: 'text', text: call.output } as const] : result.parts;
  const told = { ...result, parts, error: callError(result) };
  return endingOf(told, result.outcome === 'denied' ? call.request?.settled?.reason : undefined);
}

export function orphanEnding({ outcome, parts = [], structured, error }: ToolCompleted): Ending {
  return endingOf({ outcome, parts, structured, error }, undefined);
}

function endingOf(told: Told, reason: string | undefined): Ending {
  const error = errorText(told, reason);
  if (error !== undefined)
    return { value: undefined, error, beside: besideError(told), summary: errorSummary(told, error) };
  const text = told.parts.length === 0 ? undefined : partsText(told.parts);
  const value = told.structured === undefined ? text : told.structured;
  return { value, error: undefined, beside: undefined, summary: resultSummary(told) };
}

function besideError({ parts, structured, error }: Told): Json | undefined {
  if (structured !== undefined || error === undefined) return structured;
  const others = parts.filter((part) => part.type !== 'text' || part.text !== error.message);
  return others.length === 0 ? undefined : partsText(others);
}

/** A text that does not say which outcome it was gets the word in front. */
function errorText(told: Told, reason: string | undefined): string | undefined {
  if (told.outcome === 'done') return undefined;
  const message = told.error?.message ?? reason ?? (told.parts.length === 0 ? undefined : partsText(told.parts));
  if (told.outcome === 'failed') return message ?? 'Failed';
  const word = WORDS[told.outcome];
  if (message === undefined || message === '') return word;
  return message.toLowerCase().startsWith(word.toLowerCase()) ? message : `${word}: ${message}`;
}

const WORDS: { readonly [outcome in Exclude<Outcome, 'done' | 'failed'>]: string } = {
  denied: 'Denied',
  interrupted: 'Interrupted',
  skipped: 'Skipped',
  lost: 'Lost',
};

/** What a failed tool said says more than that it failed. */
function errorSummary(told: Told, error: string): string {
  return summary(told.outcome === 'failed' ? (firstWords(told) ?? error) : error);
}

function resultSummary(told: Told): string {
  const words = firstWords(told);
  if (words !== undefined) return summary(words);
  return told.structured === undefined ? summary(partsText(told.parts)) : valueSummary(told.structured);
}

function firstWords(told: Told): string | undefined {
  const words = told.parts.find((part) => part.type === 'text' && part.text.trim() !== '');
  return words?.type === 'text' ? words.text : undefined;
}
