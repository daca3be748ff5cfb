import type { Ledger, Result } from '@toolthread/store';
import { limitedTo } from '../../access/may.ts';
import type { Who } from '../../access/who.ts';
import { type Chosen, type ChosenPage, chosenThreads } from '../chosen-threads.ts';

/** The list that somebody sees: everything, their own threads and those shared with them, or the one that a link shows. `token`: what theirs is good for. */
export async function listedFor(
  who: Who,
  token: 'all' | 'read',
  ledger: Pick<Ledger, 'listThreads' | 'thread'>,
  asked: Omit<Chosen, 'may'>,
): Promise<Result<ChosenPage>> {
  const chosen: Chosen = { ...asked, may: (role) => limitedTo(who, token, role) };
  switch (who.opens) {
    case 'all':
      return chosenThreads(ledger, chosen);
    case 'own':
      return chosenThreads(ledger, { ...chosen, person: who.person });
    case 'one': {
      const thread = await ledger.thread(who.thread);
      if (!thread.ok) return thread;
      const isThere = (thread.value.place ?? 'list') === (chosen.place ?? 'list');
      const threads = isThere ? [{ ...thread.value, may: limitedTo(who, token, 'visitor') ?? [] }] : [];
      return { ok: true, value: { threads, last: undefined } };
    }
    default:
      return who satisfies never;
  }
}
