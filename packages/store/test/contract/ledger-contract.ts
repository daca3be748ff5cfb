import { describe } from 'vitest';
import { blobsContract } from './blobs-contract.ts';
import { cutsContract } from './cuts-contract.ts';
import { deletionContract } from './deletion-contract.ts';
import { eventsContract } from './events-contract.ts';
import { listContract } from './list-contract.ts';
import { nodesContract } from './nodes-contract.ts';
import { peopleContract } from './people-contract.ts';
import { restartContract } from './restart-contract.ts';
import { searchContract } from './search-contract.ts';
import type { Open } from './start.ts';
import { spentContract } from './spent-contract.ts';
import { summariesContract } from './summaries-contract.ts';
import { workspacesContract } from './workspaces-contract.ts';
import { writersContract } from './writers-contract.ts';

/** It ends a test that hangs; how long one takes on a busy machine is no failure. */
const MOST_MS = 600_000;

/**
 * What every `Ledger` must do, as tests of vitest: called in a test file, it declares them all.
 *
 * @example
 * import { openLedger } from '@toolthread/store';
 * async function open(file: string, now: () => number) {
 *   const opened = await openLedger({ file, now });
 *   if (!opened.ok) throw new Error(opened.error.message);
 *   return opened.value;
 * }
 * // In a test file, `declareTests()` is called at once.
 * const declareTests = () =>
 *   ledgerContract('SQLite', async ({ now }) => {
 *     const file = `${exampleFolder()}/ledger.db`;
 *     const ledger = await open(file, now);
 *     return { ledger, reopen: () => ledger.close().then(() => open(file, now)) };
 *   });
 * typeof declareTests; //=> 'function'
 */
export function ledgerContract(name: string, open: Open): void {
  describe(`the contract of a ledger: ${name}`, { timeout: MOST_MS }, () => {
    eventsContract(open);
    writersContract(open);
    listContract(open);
    restartContract(open);
    nodesContract(open);
    summariesContract(open);
    blobsContract(open);
    deletionContract(open);
    workspacesContract(open);
    cutsContract(open);
    peopleContract(open);
    searchContract(open);
    spentContract(open);
  });
}
