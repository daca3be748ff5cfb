import type { ThreadState } from '../../ledger/thread-state.ts';
import type { TimelineState } from '../item.ts';

/** The timeline so far, and the state to look things up in: the one after the event. */
export interface Drawing {
  readonly timeline: TimelineState;
  readonly state: ThreadState;
}
