import { readProblem, unreachable } from '@toolthread/client';
import { server, toldHere } from '../page/server.ts';

export type Asked =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly problem: string; readonly code: string; readonly status: number };

interface Ask {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly body?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `await askServer('/api/threads/t1/events?limit=1')`: the answer; or a message that says why there is none. */
export async function askServer(path: string, { method = 'GET', body, signal }: Ask = {}): Promise<Asked> {
  try {
    const response = await server.fetch(`${server.baseUrl}${path}`, {
      method,
      cache: 'no-store',
      headers: {
        accept: 'application/json, text/plain',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return response.ok ? { ok: true, response } : refused(await readProblem(response));
  } catch (error) {
    return refused(unreachable(server, error));
  }
}

function refused({ error }: ReturnType<typeof unreachable>): Asked {
  const { message, code, status } = error;
  return { ok: false, problem: toldHere(message), code, status };
}
