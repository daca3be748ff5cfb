import { expect, test } from 'vitest';
import { endingOf, retryAfter, providerErrorOf } from './provider-error.ts';

const headers =
  (fields: Record<string, string>): ((name: string) => string | undefined) =>
  (name) =>
    fields[name];

test('when to try again is what the provider says: milliseconds, seconds or a date', () => {
  expect(retryAfter(headers({ 'retry-after-ms': '1500.2', 'retry-after': '9' }))).toBe(1501);
  expect(retryAfter(headers({ 'retry-after': '2.5' }))).toBe(2500);
  expect(retryAfter(headers({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() }))).toBeGreaterThan(50_000);
  expect(retryAfter(headers({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }))).toBe(0);
  for (const text of ['', 'soon', '-']) expect(retryAfter(headers({ 'retry-after': text }))).toBe(undefined);
});

test('too long is overflow, and never worth another try', () => {
  const messages = [
    'prompt is too long: 250000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    "This model's maximum context length is 128000 tokens.",
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ];
  for (const message of messages)
    expect(endingOf({ message, status: 400 })).toMatchObject({ reason: 'overflow', error: { retryable: false } });
  expect(endingOf({ message: '', status: 413 }).reason).toBe('overflow');
  expect(endingOf({ message: 'x', status: 400, code: 'context_length_exceeded' }).reason).toBe('overflow');
  expect(endingOf({ message: 'Rate limit: too many tokens per minute', status: 429 })).toMatchObject({
    reason: 'error',
    error: { retryable: true },
  });
});

test('what may pass is worth another try, what is wrong is not, and the provider has the last word', () => {
  const retryable = (status: number | undefined, code?: string): unknown =>
    endingOf({ message: 'x', status, code }).error?.retryable;
  expect([408, 409, 429, 500, 503, 529].map((status) => retryable(status))).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect([400, 401, 403, 404, 422].map((status) => retryable(status))).toEqual([false, false, false, false, false]);
  expect(retryable(undefined, 'overloaded_error')).toBe(true);
  expect(retryable(undefined, 'authentication_error')).toBe(false);
  expect(retryable(undefined, 'ECONNRESET')).toBe(true);
  expect(endingOf({ message: 'x', status: 500, shouldRetry: false }).error?.retryable).toBe(false);
});

test('what was thrown is read without trust: clients, strings, nothing at all', () => {
  const thrown = {
    status: 429,
    headers: new Headers({ 'retry-after': '3', 'x-should-retry': 'true' }),
    error: { error: { message: 'Slow down.' } },
    type: 'rate_limit_error',
    message: '429 {…}',
  };
  expect(providerErrorOf(thrown)).toEqual({
    status: 429,
    message: 'Slow down.',
    code: 'rate_limit_error',
    retryAfterMs: 3000,
    shouldRetry: true,
  });
  expect(providerErrorOf(Object.assign(new Error('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))).toMatchObject({
    message: 'fetch failed',
    code: 'ECONNREFUSED',
  });
  for (const odd of [undefined, null, 'boom', 7, {}, []]) expect(providerErrorOf(odd).message).toBeTypeOf('string');
});
