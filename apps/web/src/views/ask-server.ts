import { fieldsOf, filledTextOf } from '@toolthread/core/json';
import { server } from '../page/server.ts';

export type Asked =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly problem: string };

/** `await askServer('/api/threads/t1/events?limit=1')`: the answer; or a message that says why there is none. */
export async function askServer(path: string, signal?: AbortSignal): Promise<Asked> {
  try {
    const response = await server.fetch(`${server.baseUrl}${path}`, {
      headers: { accept: 'application/json, text/plain' },
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return { ok: true, response };
    const { error } = fieldsOf(await response.json().catch(() => undefined));
    return {
      ok: false,
      problem: filledTextOf(fieldsOf(error)['message']) ?? `The server answered ${response.status}.`,
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
