/** OpenAI's own client, used as a transport: one streaming POST, raw events, no retries of its own. */
import OpenAI from 'openai';
import type { DebugLog } from '../wire/debug-log.ts';
import type { Ending } from '../wire/decoder.ts';
import { endingOf, troubleOf } from '../wire/failure.ts';
import { fieldsOf, textOf } from '../wire/fields.ts';

export interface OpenAIOptions {
  readonly model: string;
  /** From `OPENAI_API_KEY` unless given; a server at another address may need none. */
  readonly apiKey?: string;
  /** From `OPENAI_BASE_URL` unless given. */
  readonly baseURL?: string;
  /** The name that the ledger knows this service by. */
  readonly provider?: string;
  readonly contextTokens?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly debug?: DebugLog;
  readonly fetch?: typeof globalThis.fetch;
  /** No event for so long: the connection is dead. */
  readonly idleMs?: number;
}

/** `await postStream(options, '/responses', body, signal)` gives the events as they come. */
export async function postStream(
  options: OpenAIOptions,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { apiKey, baseURL, headers, fetch } = options;
  const key = apiKey ?? (baseURL === undefined ? undefined : (process.env['OPENAI_API_KEY'] ?? 'none'));
  const client = new OpenAI({
    ...(key === undefined ? {} : { apiKey: key }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { defaultHeaders: headers }),
    ...(fetch === undefined ? {} : { fetch }),
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
