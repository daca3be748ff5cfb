/** OpenAI's own client, as transport only: one request, its raw events, and what went wrong as an `end`. */
import type { Ending } from '../wire/decoder.ts';
import { endingOf, troubleOf } from '../wire/failure.ts';
import { fieldsOf, textOf } from '../wire/fields.ts';
import type { TransportOptions } from '../wire/transport-options.ts';

/** `await postStream(options, '/responses', body, signal)` gives the events as they come. */
export async function postStream(
  options: TransportOptions,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { baseURL, headers } = options;
  const { default: OpenAI } = await import('openai');
  // A server of one's own wants no key, but the client does.
  const apiKey = options.apiKey ?? (baseURL === undefined ? undefined : (process.env['OPENAI_API_KEY'] ?? 'none'));
  const client = new OpenAI({
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { defaultHeaders: headers }),
    maxRetries: 0,
    logLevel: 'off',
  });
  return client.post<AsyncIterable<unknown>>(path, { body, stream: true, signal });
}

/** What the client threw. Its `code` says more than its `type`, and an empty purse does not fill by waiting. */
export function openaiFailure(thrown: unknown): Ending {
  const trouble = troubleOf(thrown);
  const code = textOf(fieldsOf(thrown)['code']) ?? trouble.code;
  return endingOf({ ...trouble, code, ...(code === 'insufficient_quota' ? { shouldRetry: false } : {}) });
}
