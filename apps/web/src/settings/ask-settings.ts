import { fieldsOf, filledTextOf } from '@toolthread/core/json';
import { server } from '../page/server.ts';

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
  try {
    const response = await server.fetch(`${server.baseUrl}${path}`, {
      method,
      cache: 'no-store',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) {
      const value: T = await response.json();
      return { ok: true, value };
    }
    const error = fieldsOf(fieldsOf(await response.json().catch(() => undefined))['error']);
    const problem = filledTextOf(error['message']) ?? `HTTP ${response.status}`;
    return { ok: false, why: response.status === 403 || error['code'] === 'no_settings' ? 'none' : 'failed', problem };
  } catch (error) {
    return { ok: false, why: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
}
