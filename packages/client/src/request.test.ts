import { expect, test } from 'vitest';
import { readProblem, request, unreachable } from './request.ts';

test('whoever answers in the place of the server: a page of HTML, JSON of others, an empty message', async () => {
  for (const body of ['<html>Bad Gateway</html>', '{"error":"no"}', '{"error":{"code":"x","message":""}}', '']) {
    const { error } = await readProblem(new Response(body, { status: 502 }));
    expect(error).toMatchObject({ message: 'The server answered 502.', status: 502 });
  }
});

test('a page is at the right address, below a path too: it is not asked whether its baseUrl is right', () => {
  const fault = new TypeError('Failed to fetch');
  for (const baseUrl of ['', '/agents'])
    expect(unreachable({ baseUrl }, fault).error.message).toBe('The server does not answer.');
  expect(unreachable({ baseUrl: 'http://127.0.0.1:1' }, fault).error.message).toContain('(Failed to fetch)');
  const nameless = unreachable({ baseUrl: 'http://127.0.0.1:1' }, new AggregateError([]));
  expect(nameless.error.message).toContain('(AggregateError)');
});

test.each(['localhost:4780', '127.0.0.1:4780/agents', 'example.com'])(
  'an address without a scheme is an error of its own, which says so: %s',
  (baseUrl) => {
    const { error } = unreachable({ baseUrl }, new TypeError('Failed to parse URL'));
    expect(error).toEqual({
      code: 'bad_address',
      message: `baseUrl is "${baseUrl}": http:// or https:// is missing in front of it.`,
      status: 0,
    });
  },
);

test('what is no address is refused with a sentence, not asked for', async () => {
  const endpoint: never = JSON.parse('{}') as never;
  await expect(request(endpoint, '/threads')).rejects.toThrow(
    /^`baseUrl` must be a text: '' for the page's own server/,
  );
});
