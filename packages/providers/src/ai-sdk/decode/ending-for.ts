/** How a stream of the AI SDK ended, as the ledger says it. */
import type { FinishReason, Usage } from '@toolthread/core';
import { fieldsOf, textOf, wholeNumberOf } from '@toolthread/core/json';
import { BROKEN_OFF } from '../../wire/decode/decoder.ts';
import type { Ending } from '../../wire/decode/decoder.ts';
import { endingOf, retryAfter, providerErrorOf } from '../../wire/transport/provider-error.ts';

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['stop', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['length', 'length'],
  ['content-filter', 'refusal'],
]);

/** The provider's own reasons, where the SDK says only `other`. */
const RAW_REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'overflow'],
]);

export function endingFor(finishReason: unknown, raw: unknown): Ending {
  if (finishReason === 'interrupted') return BROKEN_OFF;
  if (finishReason === 'error') {
    return { reason: 'error', error: { message: 'The provider ended the response with an error.', retryable: true } };
  }
  return { reason: REASONS.get(finishReason) ?? RAW_REASONS.get(raw) ?? 'unknown' };
}

/** Tokens read from and written to the cache are counted apart: `input_tokens` are the rest. */
export function usageOf(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  const input = wholeNumberOf(usage['inputTokens']);
  const output = wholeNumberOf(usage['outputTokens']);
  if (input === undefined && output === undefined) return undefined;
  const details = fieldsOf(usage['inputTokenDetails']);
  const read = wholeNumberOf(details['cacheReadTokens']) ?? wholeNumberOf(usage['cachedInputTokens']) ?? 0;
  const written = wholeNumberOf(details['cacheWriteTokens']) ?? 0;
  const reasoning = wholeNumberOf(fieldsOf(usage['outputTokenDetails'])['reasoningTokens']) ?? 0;
  return {
    input_tokens: Math.max(0, (input ?? 0) - read - written),
    output_tokens: output ?? 0,
    ...(read === 0 ? {} : { cache_read_tokens: read }),
    ...(written === 0 ? {} : { cache_write_tokens: written }),
    ...(reasoning === 0 ? {} : { reasoning_tokens: reasoning }),
  };
}

/** What the SDK threw or streamed. An `APICallError` has a status and headers; a `RetryError` has the last error in `lastError`. */
export function failureOf(thrown: unknown): Ending {
  const outer = fieldsOf(thrown);
  const error = outer['lastError'] === undefined ? thrown : outer['lastError'];
  const fields = fieldsOf(error);
  if (fields['name'] === 'AbortError') return { reason: 'aborted' };
  const headers = fieldsOf(fields['responseHeaders']);
  const data = fieldsOf(fieldsOf(fields['data'])['error']);
  const cause = typeof error === 'string' ? { message: error } : providerErrorOf(error);
  const status = wholeNumberOf(fields['statusCode']);
  const own = { ...cause, code: textOf(data['code']) ?? textOf(data['type']) ?? cause.code };
  if (status === undefined) return endingOf(own);
  return endingOf({
    ...own,
    status,
    retryAfterMs: retryAfter((name) => textOf(headers[name])),
    shouldRetry: typeof fields['isRetryable'] === 'boolean' ? fields['isRetryable'] : undefined,
  });
}
