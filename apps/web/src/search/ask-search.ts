import type { SearchAnswer } from '@toolthread/server/answers';
import { server } from '../page/server.ts';

/** Undefined: it did not answer. */
export async function askSearch(words: string, signal: AbortSignal): Promise<SearchAnswer | undefined> {
  try {
    const address = `${server.baseUrl}/api/search?${new URLSearchParams({ words })}`;
    const response = await server.fetch(address, { cache: 'no-store', signal });
    if (!response.ok) return undefined;
    const page: SearchAnswer = await response.json();
    return page;
  } catch {
    return undefined;
  }
}
