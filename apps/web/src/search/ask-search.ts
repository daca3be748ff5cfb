import { server } from '../page/server.ts';

/** What the server found. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
  /** How many threads and sessions it has looked at, and how many there are. */
  readonly read: number;
  readonly total: number;
}

export interface SearchHit {
  readonly kind: 'thread' | 'session';
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly project: string;
  readonly at: number;
  readonly places: readonly FoundPlace[];
  readonly more: boolean;
}

export interface FoundPlace {
  /** The item or entry of the thread; null where the page cannot go there. */
  readonly place: string | null;
  readonly whose: string;
  readonly around: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

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
