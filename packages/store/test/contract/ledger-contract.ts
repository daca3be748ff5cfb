/** What every implementation of `Ledger` must do. `ledgerContract('SQLite', open)` in a test file runs it. */
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

export function ledgerContract(name: string, open: Open): void {
  describe(`the contract of a ledger: ${name}`, () => {
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
