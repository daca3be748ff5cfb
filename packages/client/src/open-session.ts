import { type Endpoint, fieldOf, request } from './request.ts';
import { failure, type Result } from './result.ts';

/**
 * Swaps the token for a cookie that scripts cannot read, and a secret for the page to keep. Neither opens anything without the other.
 *
 * @example
 * const server = await exampleServer();
 * const opened = await openSession(server.endpoint);
 * opened.ok; //=> true
 * await server.close();
 */
export async function openSession(endpoint: Endpoint & { readonly token: string }): Promise<Result<string>> {
  const answer = await request(endpoint, '/session', {});
  if (!answer.ok) return answer;
  const secret = fieldOf(answer.value, 'page_secret');
  return typeof secret === 'string'
    ? { ok: true, value: secret }
    : failure('bad_answer', 'The server gave no secret for this page.', 200);
}

/**
 * The `fetch` of a page that keeps such a secret: it sends the secret along with every request.
 *
 * @example
 * import { listThreads, openSession } from '@toolthread/client';
 * const server = await exampleServer();
 * const opened = await openSession(server.endpoint);
 * const secret = opened.ok ? opened.value : undefined;
 * const endpoint = { baseUrl: server.endpoint.baseUrl, fetch: withPageSecret(() => secret) };
 * // A browser sends the cookie by itself. Without it the secret opens nothing:
 * const listed = await listThreads(endpoint);
 * listed.ok ? undefined : listed.error.status; //=> 401
 * await server.close();
 */
export function withPageSecret(secret: () => string | undefined): typeof fetch {
  return (input, init = {}) => {
    const headers = new Headers(init.headers);
    const kept = secret();
    if (kept !== undefined) headers.set('x-toolthread-page', kept);
    return fetch(input, { ...init, headers });
  };
}
