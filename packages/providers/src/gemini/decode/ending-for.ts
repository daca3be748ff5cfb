import { textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import type { Ending } from '../../wire/decode/decoder.ts';

/** Why a candidate ended: `endingFor('STOP', undefined).reason === 'stop'`. */
export function endingFor(finishReason: string, finishMessage: string | undefined): Ending {
  const error = { message: finishMessage ?? WORDS.get(finishReason) ?? finishReason, code: finishReason };
  switch (finishReason) {
    case 'STOP':
      return { reason: 'stop' };
    case 'MAX_TOKENS':
      return { reason: 'length' };
    case 'SAFETY':
    case 'RECITATION':
    case 'LANGUAGE':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
      return { reason: 'refusal', error };
    case 'MALFORMED_FUNCTION_CALL':
    case 'MALFORMED_RESPONSE':
    case 'UNEXPECTED_TOOL_CALL':
    case 'TOO_MANY_TOOL_CALLS':
    case 'MISSING_THOUGHT_SIGNATURE':
      return { reason: 'error', error: { ...error, retryable: true } };
    default:
      return { reason: 'unknown', error };
  }
}

/** The prompt itself was blocked: there is no candidate, and there will be none. */
export function blockedPrompt(feedback: Fields): Ending | undefined {
  const code = textOf(feedback['blockReason']);
  if (code === undefined) return undefined;
  const message = textOf(feedback['blockReasonMessage']) ?? 'The prompt was blocked.';
  return { reason: 'refusal', error: { message, code } };
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['SAFETY', 'The answer was stopped for safety.'],
  ['RECITATION', 'The answer was stopped because it recited a source.'],
  ['MALFORMED_FUNCTION_CALL', 'The model wrote a call that cannot be read.'],
  ['UNEXPECTED_TOOL_CALL', 'The model called a tool that it does not have.'],
]);
