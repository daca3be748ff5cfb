import type { SearchAnswer } from '@toolthread/server/answers';
import { server } from '../page/server.ts';

/** What the server found. */
export type SearchPage = Omit<Extract<SearchAnswer, { readonly ok: true }>, 'ok'>;

/** `none`: this server has no search. Undefined: it did not answer. */
export async function askSearch(words: string, signal: AbortSignal): Promise<SearchPage | 'none' | undefined> {
  try {
    const address = `${server.baseUrl}/api/search?${new URLSearchParams({ words })}`;
    const response = await server.fetch(address, { cache: 'no-store', signal });
    if (!response.ok) return response.status === 404 ? 'none' : undefined;
    const page: SearchPage = await response.json();
    return page;
  } catch {
    return undefined;
  }
}
