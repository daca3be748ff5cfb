import type { RunStatus } from '../ledger/ledger-event.ts';
import type { Summary } from './summary.ts';

/** A thread as a list shows it. */
export interface ThreadSummary
  extends
    Omit<Summary, 'title' | 'status' | 'workedMs' | 'approvals'>,
    Partial<Pick<Summary, 'workedMs' | 'approvals'>> {
  readonly id: string;
  readonly title: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The last event. */
  readonly seq: number;
  readonly status: RunStatus | undefined;
  /** A run is under way, or somebody asked for one. */
  readonly unfinished: boolean;
  /** What is known to be broken in it, in words: it can be read as far as it is sound, and nothing is written to it. */
  readonly damage: string | undefined;
  /** What whoever looks may do in it, as the server says: `look`, `read`, `write`, `approve`, `own`. Absent: everything. */
  readonly may?: readonly string[];
}
