import type { AskedSearch } from '@toolthread/core/lines';
import { dayBegin } from '@toolthread/server';
import { ledgerIn } from '../data-folder.ts';
import type { Environment } from '../sessions/session-places.ts';
import type { Found } from './find-words.ts';

/** A thread of one's own in which it was said. */
export interface OwnHit {
  readonly thread: string;
  readonly title: string;
  readonly found: readonly Found[];
}

/** More is not looked through by anybody. */
const MOST = 1000;

/** By the ledger's own search, the newest words first, at most so many of a thread. In words, why it cannot be asked. */
export async function ownHits(
  data: string,
  { asked, most, env }: { readonly asked: AskedSearch; readonly most: number; readonly env: Environment },
): Promise<readonly OwnHit[] | string> {
  const { searchIn, threadsIn } = await import('@toolthread/store');
  const ledger = ledgerIn(data, env);
  const { since, until, ...rest } = asked;
  const times = { since: dayBegin(since), until: dayBegin(until, 1) };
  const [found, threads] = [await searchIn(ledger, { ...rest, ...times, limit: MOST }), await threadsIn(ledger)];
  if (!found.ok) return found.error.message;
  if (!threads.ok) return threads.error.message;
  const titles = new Map(threads.value?.map(({ id, title }) => [id, title]));
  const hits = new Map<string, Found[]>();
  for (const { thread, whose, version, around } of found.value ?? []) {
    const known = hits.get(thread) ?? [];
    if (known.length < most)
      hits.set(thread, [...known, { whose, ...(version === undefined ? {} : { version }), around }]);
  }
  return [...hits].map(([thread, places]) => ({ thread, title: titles.get(thread) ?? '(no title)', found: places }));
}
