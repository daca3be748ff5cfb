/** What every implementation of `Ledger` must do. `ledgerContract('SQLite', open)` in a test file runs it. */
import { describe } from 'vitest';
import { blobsContract } from './contract/blobs.ts';
import { eventsContract } from './contract/events.ts';
import { listContract } from './contract/list.ts';
import { restartContract } from './contract/restart.ts';
import type { Open } from './contract/start.ts';
import { summariesContract } from './contract/summaries.ts';
import { writersContract } from './contract/writers.ts';

export function ledgerContract(name: string, open: Open): void {
  describe(`the contract of a ledger: ${name}`, () => {
    eventsContract(open);
    writersContract(open);
    listContract(open);
    restartContract(open);
    summariesContract(open);
    blobsContract(open);
  });
}
