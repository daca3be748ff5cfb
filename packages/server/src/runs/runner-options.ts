import type { Ledger } from '@toolthread/store';
import type { NodeOptions } from '../nodes/create-node.ts';
import type { SpendingOptions } from '../spending/allowance.ts';
import type { Agent } from './agent.ts';

/** The ledger, the agent that works in its threads, and how much of it. */
export interface RunnerOptions {
  /** One whose appends wake the readers: `announcing(ledger, hub)`. */
  readonly ledger: Ledger;
  readonly agent: Agent;
  /** How many runs work at once; without it, 16. Those that wait for a person do not count. */
  readonly runs?: number;
  /** Where other programs may work on the same ledger, as on PostgreSQL: which of them this is. Without it, this one has the ledger for itself. */
  readonly node?: NodeOptions;
  /** How much each person may use in a day, on all nodes together. Without it, as much as they like. */
  readonly spending?: SpendingOptions;
  /** Told of each account that is removed while this runs, by whichever process. */
  readonly onRemoved?: (person: string) => void;
  readonly now?: () => number;
  readonly onError?: (error: unknown, thread?: string) => void;
}
