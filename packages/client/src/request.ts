import { failure, type Result } from './result.ts';

/** Where the server is, and how to show oneself to it. A page of the server itself needs no token, but `withPageSecret`. */
export interface Endpoint {
  /** `''` for the page's own server, else `http://127.0.0.1:4780`. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
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

/** `await request(endpoint, '/threads')`: the JSON of the answer, or the reason there is none. Never throws. */
export async function request(
  endpoint: Endpoint,
  path: string,
  body?: object,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = body === undefined ? 'GET' : 'POST',
): Promise<Result<unknown>> {
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const init: RequestInit = { headers, method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  try {
    const response = await send(endpoint, path, init);
    return response.ok ? readAnswer(response.status, await response.text()) : await readProblem(response);
  } catch (error) {
    return unreachable(endpoint, error);
  }
}

/** Nothing came back: where it was asked for, why as far as it is known, and what can be done. */
export function unreachable({ baseUrl }: Endpoint, error: unknown): ReturnType<typeof failure> {
  const why = reasonOf(error);
  // A page that the server itself gave out knows no address, and is at the right one.
  if (baseUrl === '') return failure('unreachable', 'The server does not answer.', 0);
  const words = `The server at ${baseUrl} does not answer (${why}). Is it running, and is baseUrl its address?`;
  return failure('unreachable', words, 0);
}

/** Node says "fetch failed", and why only in the cause; of a name with several addresses only by its code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = fieldOf(cause, 'code');
  return cause.message || (typeof code === 'string' ? code : error.message);
}

function readAnswer(status: number, text: string): Result<unknown> {
  try {
    return { ok: true, value: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return failure('bad_answer', 'The answer is not JSON. Is this the right server?', status);
  }
}

/** `{ "error": { "code", "message" } }`, or whatever is between us and the server has said. */
export async function readProblem(
  response: Response,
): Promise<{ readonly ok: false; readonly error: ReturnType<typeof failure>['error'] }> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = fieldOf(body, 'error');
  const code = fieldOf(error, 'code');
  const message = fieldOf(error, 'message');
  return failure(
    typeof code === 'string' ? code : 'bad_answer',
    typeof message === 'string' ? message : `The server answered ${response.status}.`,
    response.status,
  );
}

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
