import { type Endpoint, fieldOf, request } from '../request.ts';
import { failure, type Result } from '../result.ts';

/**
 * Swaps the token for a cookie that scripts cannot read, and a secret for the page to keep. Neither opens anything without the other.
 *
 * @example
 * const opened = await openSession({ baseUrl: 'http://127.0.0.1:1', token: 'from the fragment of the address' });
 * opened.ok ? opened.value : opened.error.code; //=> 'unreachable'
 */
export async function openSession(endpoint: Endpoint & { readonly token: string }): Promise<Result<string>> {
  const answer = await request(endpoint, '/session', {});
  if (!answer.ok) return answer;
  const secret = fieldOf(answer.value, 'page_secret');
  return typeof secret === 'string'
    ? { ok: true, value: secret }
    : failure('bad_answer', 'The server returned no secret for this page.', 200);
}

/**
 * The `fetch` of a page that keeps such a secret: it sends the secret along with every request.
 *
 * @example
 * import { listThreads } from '@toolthread/client';
 * const secret = 'what openSession gave';
 * // A browser sends the cookie by itself.
 * const listed = await listThreads({ baseUrl: 'http://127.0.0.1:1', fetch: withPageSecret(() => secret) });
 * listed.ok ? listed.value.threads : listed.error.code; //=> 'unreachable'
 */
export function withPageSecret(secret: () => string | undefined): typeof fetch {
  return (input, init = {}) => {
    const headers = new Headers(init.headers);
    const kept = secret();
    if (kept !== undefined) headers.set('x-toolthread-page', kept);
    return fetch(input, { ...init, headers });
  };
}
