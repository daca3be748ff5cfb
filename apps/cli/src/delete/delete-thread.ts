import { randomUUID } from 'node:crypto';
import { deleteThread as deleteByServer } from '@toolthread/client';
import { HUMAN } from '@toolthread/core';
import { countOf } from '@toolthread/core/text';
import { addressOf, isPostgresUrl, threadsIn } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { dataInUse, ledgerIn, ledgerName } from '../data-folder.ts';
import { openOwnLedger } from '../db/open-own-ledger.ts';
import { failure } from '../failure.ts';
import { askYes } from '../terminal/ask-yes.ts';
import { printText } from '../terminal/print-text.ts';
import { ownLedgerTrouble } from '../thread/read-own-thread.ts';
import { readOwnerToken } from '../tokens/owner-token.ts';

const HELP = `toolthread delete THREAD [--data DIR] [--yes]

Deletes a thread for good, with everything that was said and done in it, and
the files that no other thread names. The folder that the server made for it is
removed by the server, at its next start if none runs. THREAD is its id, which
is in the address of its page. In a terminal it asks first. While a server runs,
the server deletes it, and refuses while somebody is at work in the thread.

  --data DIR   the data folder (default: the one that serve uses)
  --yes        do not ask; needed without a terminal

  toolthread delete 0198c1a2-7d1e-7000-9c55-0a1b2c3d4e5f
  toolthread delete 0198c1a2-7d1e-7000-9c55-0a1b2c3d4e5f --data ./threads --yes
`;

const OPTIONS = {
  data: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

export const deleteThread: Command = command(
  { name: 'delete', help: HELP, options: OPTIONS },
  async ({ data, yes }, [id, ...others]) => {
    if (id === undefined || others.length > 0)
      return failure(id === undefined ? 'Which thread?' : 'One thread at a time.', 'toolthread delete THREAD');
    const used = await dataInUse(data, process.env);
    if (!used.ok) return failure(used.what, used.whatToDo);
    const file = ledgerIn(used.data, process.env);
    const threads = await threadsIn(file);
    const thread = threads.ok ? threads.value?.find((each) => each.id === id) : undefined;
    if (thread === undefined) {
      const trouble = await ownLedgerTrouble(file);
      return failure(`There is no thread ${id} in ${ledgerName(file)}.`, trouble?.whatToDo);
    }
    const name = `${thread.title ?? '(no title)'} (${countOf(thread.seq, 'event')})`;
    if (yes !== true) {
      const answer = await askYes(`Delete ${name} for good?`);
      if (answer === undefined)
        return failure(
          'Nothing was deleted: cannot ask for confirmation without a terminal.',
          'With --yes it does not ask.',
        );
      if (!answer) return failure('Nothing was deleted.');
    }
    const refused = await deleted(file, used.data, id);
    if (refused !== undefined) return failure(`Nothing was deleted. ${refused}`);
    await printText(`Deleted ${name}.\n`);
    return 0;
  },
);

/** Why it was not deleted. A server that has the ledger open does it itself: nobody else may write. */
async function deleted(file: string, data: string, id: string): Promise<string | undefined> {
  const opened = await openOwnLedger(file);
  if (opened.ok) {
    const isHeld = isPostgresUrl(file) && (await isAtWork(opened.value, id));
    const result = isHeld ? undefined : await opened.value.deleteThread(id);
    await opened.value.close();
    if (result === undefined) return 'A server is at work in this thread: stop its run first.';
    return result.ok ? undefined : result.error.message;
  }
  const baseUrl = isPostgresUrl(file) ? undefined : addressOf(file);
  if (baseUrl === undefined) return opened.error.message;
  const result = await deleteByServer({ baseUrl, token: readOwnerToken(data, process.env) }, id);
  return result.ok ? undefined : result.error.message;
}

/** Whether a node that lives has its run. Asked as a node would: who gets the run may delete the thread. */
export async function isAtWork({ nodes }: Pick<Ledger, 'nodes'>, id: string): Promise<boolean> {
  const node = { name: `delete-${randomUUID()}`, life: randomUUID(), leaseMs: 15_000 };
  await nodes.join(node);
  const claimed = await nodes.claim(id, { run: node.life, node, person: HUMAN, files: 'none', limits: {} });
  await nodes.leave(node.life);
  return claimed.ok && claimed.value.kind === 'held';
}
