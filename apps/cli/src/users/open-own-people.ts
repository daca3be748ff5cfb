import { deleteThread } from '@toolthread/client';
import { addressOf, isPostgresUrl, openLedger, openPeople, openPostgresLedger } from '@toolthread/store';
import type { Ledger, People, Spent } from '@toolthread/store';
import { ledgerIn } from '../data-folder.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { readOwnerToken } from '../tokens/owner-token.ts';

/** The people of a data folder, and how a thread there is deleted: by the server, while one has the ledger open. */
export interface OwnPeople {
  readonly people: People;
  readonly spent: Spent;
  /** Its file, or the address of its database. */
  readonly ledger: string;
  /** Why it was not deleted. */
  deleteThread(id: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `await openOwnPeople(data, process.env)` */
export async function openOwnPeople(
  data: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly ok: true; readonly own: OwnPeople } | { readonly ok: false; readonly reason: string }> {
  const ledger = ledgerIn(data, env);
  const opened = await (isPostgresUrl(ledger)
    ? openPostgresLedger({ url: ledger, onReach: tellWaiting })
    : openLedger({ file: ledger }));
  if (opened.ok) return { ok: true, own: byLedger(opened.value, ledger) };
  const baseUrl = isPostgresUrl(ledger) ? undefined : addressOf(ledger);
  if (baseUrl === undefined) return { ok: false, reason: opened.error.why ?? opened.error.message };
  const people = await openPeople(ledger);
  if (!people.ok) return { ok: false, reason: people.error.why ?? people.error.message };
  const { close, spent } = people.value;
  const byServer = async (id: string): Promise<string | undefined> => {
    const deleted = await deleteThread({ baseUrl, token: readOwnerToken(data, env) }, id);
    return deleted.ok ? undefined : deleted.error.message;
  };
  return { ok: true, own: { people: people.value, spent, ledger, deleteThread: byServer, close } };
}

function byLedger(ledger: Ledger, place: string): OwnPeople {
  return {
    ledger: place,
    people: ledger.people,
    spent: ledger.spent,
    deleteThread: async (id) => {
      const deleted = await ledger.deleteThread(id);
      return deleted.ok ? undefined : deleted.error.message;
    },
    close: ledger.close,
  };
}
