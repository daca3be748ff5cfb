import { askServer } from '../views/ask-server.ts';

/** `none`: this server tells them to nobody, or not here. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: 'none' | 'failed'; readonly problem: string };

/** `await askSettings<ReadSettings>('GET', '/api/settings')` */
export async function askSettings<T>(
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  { body, signal }: { readonly body?: object; readonly signal?: AbortSignal } = {},
): Promise<Asked<T>> {
  const asked = await askServer(path, { method, body, signal });
  if (!asked.ok) {
    const isNone = asked.status === 403 || asked.code === 'no_settings';
    return { ok: false, why: isNone ? 'none' : 'failed', problem: asked.problem };
  }
  const value: T | undefined = await asked.response.json().catch(() => undefined);
  return value === undefined
    ? { ok: false, why: 'failed', problem: 'The answer is not JSON. Is this the right server?' }
    : { ok: true, value };
}
