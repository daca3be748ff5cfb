import type { Call, CallResult } from '../../ledger/call.ts';
import type { Outcome } from '../../ledger/event.ts';
import type { Json } from '../../ledger/json.ts';
import { contentText } from './content-text.ts';

type Ending = Pick<CallResult, 'outcome' | 'parts' | 'structured' | 'error'>;

/** What the call gave, as data where there is data; undefined where it gave nothing. `resultValue(result)` */
export function resultValue(result: Ending): Json | undefined {
  if (result.structured !== undefined) return result.structured;
  return result.parts.length === 0 ? undefined : contentText(result.parts);
}

/**
 * Why there is no result: undefined for `done` alone, so that no other outcome looks like success ([L3]).
 * A text that does not say which outcome it was gets the word in front.
 *
 * `errorText(result, call.request?.settled?.reason)`
 */
export function errorText(result: Ending, reason?: string): string | undefined {
  if (result.outcome === 'done') return undefined;
  const message =
    result.error?.message ?? reason ?? (result.parts.length === 0 ? undefined : contentText(result.parts));
  if (result.outcome === 'failed') return message ?? 'Failed';
  const word = WORDS[result.outcome];
  if (message === undefined || message === '') return word;
  return message.toLowerCase().startsWith(word.toLowerCase()) ? message : `${word}: ${message}`;
}

/** `callErrorText(call)`: a denial's own reason counts. */
export function callErrorText(call: Call, result: CallResult): string | undefined {
  return errorText(result, result.outcome === 'denied' ? call.request?.settled?.reason : undefined);
}

const WORDS: { readonly [outcome in Exclude<Outcome, 'done' | 'failed'>]: string } = {
  denied: 'Denied',
  interrupted: 'Interrupted',
  skipped: 'Skipped',
  lost: 'Lost',
};
