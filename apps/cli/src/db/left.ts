import { leftIn } from '@toolthread/store';
import { dataInUse, ledgerIn, ledgerName } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { waitingWords } from '../workspaces/waiting-words.ts';

/** Says which folders of deleted threads nobody has removed yet. */
export async function left(folder: string | undefined): Promise<number> {
  const used = await dataInUse(folder, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  const ledger = ledgerIn(used.data, process.env);
  const found = await leftIn(ledger);
  if (!found.ok) return failure(found.error.message);
  if (found.value === undefined) return failure(`There is no ledger in ${ledgerName(ledger)}.`);
  const { left: waiting, roots } = found.value;
  if (waiting.length === 0) await printText('Deleted threads have left no folder.\n');
  for (const some of Map.groupBy(waiting, ({ root, node }) => root ?? `on ${node ?? ''}`).values()) {
    const known = roots.filter(({ id }) => id === some[0]?.root);
    await printText(`${waitingWords(some, known)}\n${some.map(({ thread }) => `  ${thread}\n`).join('')}`);
  }
  return 0;
}
