import { thrownWords } from '@toolthread/core/text';
import { failure, type ClientError, type Result } from './result.ts';

/** Where the server is, and how to show oneself to it. A page of the server itself needs no token, but `withPageSecret`. */
export interface Endpoint {
  /** `''` for the page's own server, else `http://127.0.0.1:4780`. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** Throws: a program without types may forget it, and what runs later would fail without a word of it. */
export function assertAddress({ baseUrl }: { readonly baseUrl: unknown }): void {
  if (typeof baseUrl !== 'string')
    throw new TypeError("`baseUrl` must be a text: '' for the page's own server, else like http://127.0.0.1:4780.");
}

export function send(endpoint: Endpoint, path: string, init: RequestInit = {}): Promise<Response> {
  const { baseUrl, token, fetch: given = fetch } = endpoint;
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return given(`${baseUrl.replace(/\/$/, '')}/api${path}`, {
    cache: 'no-store',
    credentials: 'same-origin',
    ...init,
    headers,
  });
}

/** `await request(endpoint, '/threads')`: the JSON of the answer, or the reason there is none. Rejects only without a `baseUrl`. */
export async function request(
  endpoint: Endpoint,
  path: string,
  body?: object,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = body === undefined ? 'GET' : 'POST',
): Promise<Result<unknown>> {
  assertAddress(endpoint);
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const init: RequestInit = { headers, method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  try {
    const response = await send(endpoint, path, init);
    return response.ok ? readAnswer(response.status, await response.text()) : await readProblem(response);
  } catch (error) {
    return unreachable(endpoint, error);
  }
}

/**
 * Nothing came back: where it was asked for, why as far as it is known, and what can be done.
 *
 * @example
 * unreachable({ baseUrl: '' }, new TypeError('Failed to fetch')).error.message; //=> 'The server does not answer.'
 */
export function unreachable(
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  error: unknown,
): { readonly ok: false; readonly error: ClientError } {
  if (!/^$|^[./]|:\/\//.test(baseUrl))
    return failure('bad_address', `baseUrl is "${baseUrl}": http:// or https:// is missing in front of it.`, 0);
  // A page that the server itself gave out knows a path at most, and is at the right one.
  if (!baseUrl.includes('://')) return failure('unreachable', 'The server does not answer.', 0);
  const words = `The server at ${baseUrl} does not answer (${reasonOf(error)}). Is it running, and is baseUrl its address?`;
  return failure('unreachable', words, 0);
}

/** Node says "fetch failed", and why only in the cause; of a name with several addresses only by its code. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return thrownWords(error);
  const code = fieldOf(cause, 'code');
  return cause.message || (typeof code === 'string' ? code : thrownWords(error));
}

function readAnswer(status: number, text: string): Result<unknown> {
  try {
    return { ok: true, value: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return failure('bad_answer', 'The answer is not JSON. Is this the right server?', status);
  }
}

/**
 * Why a server refused: its own `{ "error": { "code", "message" } }`. What is between us and the server may answer in its place, with anything.
 *
 * @example
 * const refused = await readProblem(new Response('<html>Bad Gateway</html>', { status: 502 }));
 * refused.error.message; //=> 'The server answered 502.'
 */
export async function readProblem(response: Response): Promise<{ readonly ok: false; readonly error: ClientError }> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = fieldOf(body, 'error');
  const code = fieldOf(error, 'code');
  const message = fieldOf(error, 'message');
  return failure(
    typeof code === 'string' ? code : 'bad_answer',
    typeof message === 'string' && message !== '' ? message : `The server answered ${response.status}.`,
    response.status,
  );
}

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
