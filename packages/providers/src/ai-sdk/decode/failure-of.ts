/** How a stream of the AI SDK failed, as the ledger says it. */
import { fieldsOf, textOf, wholeNumberOf } from '@toolthread/core/json';
import type { Ending } from '../../wire/decode/decoder.ts';
import { endingOf, retryAfter, providerErrorOf } from '../../wire/transport/provider-error.ts';

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
