import { countOf } from '@toolthread/core/text';
import { leftRoot } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';
import { dataInUse, ledgerIn } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { askYes } from '../terminal/ask-yes.ts';
import { printText } from '../terminal/print-text.ts';
import { openOwnLedger } from './open-own-ledger.ts';

/** Storage that is gone for good is no longer waited for. */
export async function forget(root: string, folder: string | undefined, isSure: boolean): Promise<number> {
  const used = await dataInUse(folder, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  const opened = await openOwnLedger(ledgerIn(used.data, process.env));
  if (!opened.ok) return failure(opened.error.message, opened.whatToDo);
  const ledger = opened.value;
  try {
    const problem = await rootProblem(ledger, root);
    if (problem !== undefined) return failure(`${problem} Nothing was forgotten.`, 'See "toolthread db left".');
    const question = `Forget root ${root}, with all that is known of folders of threads in it?`;
    const answer = isSure || (await askYes(question));
    if (answer === undefined)
      return failure('Nothing was forgotten: cannot ask without a terminal.', 'With --yes it does not ask.');
    if (!answer) return failure('Nothing was forgotten.');
    const forgotten = await ledger.workspaces.forget(root);
    if (!forgotten.ok) return failure(forgotten.error.message);
    const { threads, left } = forgotten.value;
    await printText(
      `Root ${root} is forgotten: it had folders of ${countOf(threads, 'thread')}, and of ${countOf(left, 'deleted thread')}.\n`,
    );
    return 0;
  } finally {
    await ledger.close();
  }
}

async function rootProblem({ workspaces, nodes }: Ledger, root: string): Promise<string | undefined> {
  const [roots, left, living] = [await workspaces.roots(), await workspaces.left(), await nodes.living()];
  for (const read of [roots, left, living]) if (!read.ok) return read.error.message;
  if (!roots.ok || !left.ok || !living.ok) return undefined;
  const known = roots.value.filter(({ id }) => id === root);
  if (known.length === 0 && !left.value.some((one) => leftRoot(one) === root)) return `There is no root ${root}.`;
  const user = known.find(({ isUsed, node }) => isUsed && living.value.includes(node));
  return user === undefined ? undefined : `Node ${user.node}, which runs, has root ${root} in ${user.path}.`;
}
