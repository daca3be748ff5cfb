import type { Blobs } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { Ledger, People } from '@toolthread/store';
import type { Runner } from '../runs/runner.ts';
import type { ForkThread } from '../events/fork-thread.ts';
import type { ShownLedger } from '../events/shown-ledger.ts';
import type { ThreadCuts } from '../events/thread-cuts.ts';

/** What the routes work with. */
export interface Services {
  /** Its events and blobs are read from `shown`: a route that could read them here could tell what is withheld. */
  readonly ledger: Omit<Ledger, 'read' | 'blobSize' | 'getBlob' | 'cuts'>;
  readonly shown: ShownLedger;
  readonly cuts: ThreadCuts;
  readonly runner: Runner;
  readonly fork: ForkThread;
  /** Every blob, whoever may see it: for what the server itself makes of them. */
  readonly blobs: Blobs;
  /** Where the thread's files are. */
  readonly workspaceOf: (thread: ThreadState) => string | undefined;
  readonly now: () => number;
  /** Undefined: every thread is everybody's. */
  readonly people: People | undefined;
}
