import { PersistentMap } from '../../structure/persistent-map.ts';
import { Vector } from '../../structure/vector.ts';
import { NOTHING_SEEN } from '../work/seen-work.ts';
import { NO_WORK } from '../work/work-time.ts';
import type { ScopeState, ThreadState } from '../thread-state.ts';

/**
 * The state of a thread before its first event.
 *
 * @example
 * emptyThread('t1').seq; //=> 0
 */
export function emptyThread(id: string): ThreadState {
  return { ...EMPTY, id };
}

/** All threads begin with it; and while it is there the runtime keeps what it has compiled for such values. */
const EMPTY: ThreadState = {
  id: '',
  seq: 0,
  at: 0,
  title: undefined,
  workspace: undefined,
  origin: undefined,
  source: undefined,
  agent: 'here',
  life: 'open',
  rested: undefined,
  lostFile: undefined,
  placed: { place: 'list', at: 0, pinned: false },
  chosen: undefined,
  log: Vector.empty(),
  scopes: PersistentMap.empty(),
  nextSteps: PersistentMap.empty(),
  steps: PersistentMap.empty(),
  openSteps: PersistentMap.empty(),
  calls: {
    byPlace: PersistentMap.empty(),
    named: PersistentMap.empty(),
    unnamed: PersistentMap.empty(),
    early: PersistentMap.empty(),
    open: PersistentMap.empty(),
    outward: PersistentMap.empty(),
  },
  requests: PersistentMap.empty(),
  messageCount: 0,
  posted: PersistentMap.empty(),
  messageIds: PersistentMap.empty(),
  queue: { held: PersistentMap.empty(), said: PersistentMap.empty() },
  saved: undefined,
  changes: PersistentMap.empty(),
  account: { records: 0, shown: 0, folded: 0, hidden: PersistentMap.empty(), malformed: Vector.empty() },
  anomalies: { count: 0, first: Vector.empty() },
  checkpoints: Vector.empty(),
  rewinds: [],
  takenBack: Vector.empty(),
  work: NO_WORK,
  seen: NOTHING_SEEN,
};

export function emptyScope(scope: string | undefined): ScopeState {
  return {
    scope,
    opened: undefined,
    config: undefined,
    compaction: undefined,
    status: undefined,
    run: undefined,
    stopRequested: false,
    stopReason: undefined,
    openSteps: 0,
  };
}
