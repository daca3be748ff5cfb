import type { Ledger, Result } from '@toolthread/store';
import type { Who } from '../../access/who.ts';
import { type Chosen, type ChosenPage, chosenThreads } from '../chosen-threads.ts';

/** The list that somebody sees: everything, their own threads and those shared with them, or the one that a link shows. */
export async function listedFor(
  who: Who,
  ledger: Pick<Ledger, 'listThreads' | 'thread'>,
  chosen: Chosen,
): Promise<Result<ChosenPage>> {
  switch (who.opens) {
    case 'all':
      return chosenThreads(ledger, chosen);
    case 'own':
      return chosenThreads(ledger, { ...chosen, person: who.person });
    case 'one': {
      const thread = await ledger.thread(who.thread);
      if (!thread.ok) return thread;
      const isThere = (thread.value.place ?? 'list') === (chosen.place ?? 'list');
      return { ok: true, value: { threads: isThere ? [thread.value] : [], last: undefined } };
    }
    default:
      return who satisfies never;
  }
}
