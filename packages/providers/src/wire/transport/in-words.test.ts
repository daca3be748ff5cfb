import { expect, test } from 'vitest';
import { inWords } from './in-words.ts';

const words = (message: string, code?: string, address = 'http://127.0.0.1:11434/v1'): string | undefined =>
  inWords({ reason: 'error', error: { message, retryable: true, ...(code === undefined ? {} : { code }) } }, address)
    .error?.message;

test.each([
  ['Connection error.', 'ECONNREFUSED', 'http://127.0.0.1:11434/v1 cannot be reached (ECONNREFUSED).'],
  ['fetch failed', 'ENOTFOUND', 'http://127.0.0.1:11434/v1 cannot be reached (ENOTFOUND).'],
  ['Connection error.', undefined, 'http://127.0.0.1:11434/v1 cannot be reached.'],
  ['terminated', undefined, 'The connection to http://127.0.0.1:11434/v1 broke off in the middle of the answer.'],
  [
    '502 <html><head><title>502 Bad Gateway</title></head></html>',
    undefined,
    'http://127.0.0.1:11434/v1 answered with a page of HTML (502): is it the address of a model?',
  ],
  [
    '<!DOCTYPE html><p>nginx',
    '404',
    'http://127.0.0.1:11434/v1 answered with a page of HTML (404): is it the address of a model?',
  ],
])('%j (%s) is said in words that name the address', (message, code, said) => {
  expect(words(message, code)).toBe(said);
});

test('what a provider says in its own words stays', () => {
  for (const message of ['Overloaded', 'The request was aborted by policy', 'invalid <b> in schema'])
    expect(words(message, '529')).toBe(message);
  expect(inWords({ reason: 'aborted' }, 'http://x')).toEqual({ reason: 'aborted' });
});

test('no password and no key of an address is told', () => {
  expect(words('fetch failed', 'ECONNREFUSED', 'https://me:hidden@example.org/v1?key=hidden')).toBe(
    'https://example.org/v1 cannot be reached (ECONNREFUSED).',
  );
  for (const address of ['no address', 'me:hidden@example.org/v1', 'file:///hidden'])
    expect(words('fetch failed', undefined, address)).toBe('The address of the model cannot be reached.');
});
