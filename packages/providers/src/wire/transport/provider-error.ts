/** Errors of providers, as the loop needs them: is the request too long, does another attempt make sense, and when. */
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Ending } from '../decode/decoder.ts';

const RETRYABLE_STATUS = new Set([408, 409, 425, 429]);
const RETRYABLE_TYPE =
  /overloaded|rate_limit|api_error|server_error|timeout|unavailable|resource_exhausted|internal|ECONN|EPIPE|socket/i;
const TOO_LONG =
  /prompt is too long|input is too long|context[ _](length|window|limit)|maximum context|too many (input )?tokens|token count .* exceeds|exceeds the (maximum|limit|available context)|request_too_large|reduce the length/i;

/** What is known of an error, from an HTTP response, inside a stream or of a connection. */
export interface ProviderError {
  readonly message: string;
  readonly status?: number | undefined;
  /** The provider's own code: `overloaded_error`, `context_length_exceeded`. */
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly shouldRetry?: boolean | undefined;
}

/** `endingOf({ message: 'Overloaded', code: 'overloaded_error' })` */
export function endingOf(cause: ProviderError): Ending {
  const { message, status, retryAfterMs } = cause;
  const code = cause.code ?? (status === undefined ? undefined : String(status));
  const error = { message, ...(code === undefined ? {} : { code }) };
  const mayBeLong = status === undefined || status === 400 || status === 413 || status === 422;
  if (mayBeLong && (status === 413 || TOO_LONG.test(message) || TOO_LONG.test(code ?? ''))) {
    return { reason: 'overflow', error: { ...error, retryable: false } };
  }
  const retryable = cause.shouldRetry ?? isRetryable(status, `${code ?? ''} ${message}`);
  return { reason: 'error', error: { ...error, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
}

/** What an SDK threw. Reads the fields that the clients of Anthropic and OpenAI share; of anything else only the message. */
export function providerErrorOf(thrown: unknown): ProviderError {
  const fields = fieldsOf(thrown);
  const body = fieldsOf(fields['error']);
  const inner = fieldsOf(body['error']);
  const words = [inner['message'], body['message'], fields['message']];
  const cause = fieldsOf(fields['cause']);
  const codes = [fields['type'], fields['code'], cause['code'], fieldsOf(cause['cause'])['code']];
  const said = headerOf(fields['headers'], 'x-should-retry');
  return {
    message: words.find(isWord) ?? String(thrown),
    status: typeof fields['status'] === 'number' ? fields['status'] : undefined,
    code: codes.find(isWord),
    retryAfterMs: retryAfter((name) => headerOf(fields['headers'], name)),
    shouldRetry: said === undefined ? undefined : said === 'true',
  };
}

/** Milliseconds, from `retry-after-ms`, or from `retry-after` in seconds or as a date. */
export function retryAfter(header: (name: string) => string | undefined): number | undefined {
  const exact = Number.parseFloat(header('retry-after-ms') ?? '');
  if (exact >= 0) return Math.ceil(exact);
  const text = header('retry-after') ?? '';
  if (/^\s*\d\d*(\.\d\d*)?\s*$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function isRetryable(status: number | undefined, words: string): boolean {
  if (status !== undefined) return RETRYABLE_STATUS.has(status) || status >= 500;
  return (
    RETRYABLE_TYPE.test(words) || !/invalid|authentication|api key|credential|permission|not_found|billing/i.test(words)
  );
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return textOf(fieldsOf(headers)[name]);
}
