import type { People, Result } from '@toolthread/store';
import type { HttpContext } from '../../http/http.ts';

/** The threads that the caller may read; undefined if that is all of them. */
export async function ownThreads(
  c: HttpContext,
  people: People | undefined,
): Promise<Result<ReadonlySet<string> | undefined>> {
  const who = c.get('who');
  switch (who.opens) {
    case 'all':
      return { ok: true, value: undefined };
    case 'one':
      return { ok: true, value: new Set([who.thread]) };
    case 'own': {
      const threads = await people?.roles.threads(who.person);
      if (threads?.ok === false) return threads;
      return { ok: true, value: new Set(threads?.value) };
    }
    default:
      return who satisfies never;
  }
}
