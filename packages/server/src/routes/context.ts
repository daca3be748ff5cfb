import type { Ledger } from '@toolthread/store';
import type { FoldedThreads } from '../folded-threads.ts';
import type { Runner } from '../runner.ts';

/** What the routes work with. */
export interface Services {
  readonly ledger: Ledger;
  readonly threads: FoldedThreads;
  readonly runner: Runner;
}
