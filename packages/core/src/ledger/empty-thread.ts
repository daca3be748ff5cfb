import { PersistentMap } from '../structure/persistent-map.ts';
import { Vector } from '../structure/vector.ts';
import { WorkingMap } from '../structure/working-map.ts';
import type { StepPlaces } from '../timeline/item.ts';
import type { Call } from './call.ts';
import type { ScopeState, Step, ThreadState } from './state.ts';

/** One function for all threads: states are compared by what they hold. */
function isOver(step: Step): boolean {
  return step.end !== undefined;
}

function isSettled(call: Call): boolean {
  return call.state.name === 'settled';
}

function isDrawn(places: StepPlaces): boolean {
  return places.isOver;
}

/** `fold(emptyThread('t1'), event)` */
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
  life: 'open',
  log: Vector.empty(),
  scopes: PersistentMap.empty(),
  steps: WorkingMap.empty(isOver),
  openSteps: PersistentMap.empty(),
  calls: {
    byPlace: WorkingMap.empty(isSettled),
    named: PersistentMap.empty(),
    unnamed: PersistentMap.empty(),
    early: PersistentMap.empty(),
    open: PersistentMap.empty(),
  },
  requests: PersistentMap.empty(),
  messageCount: 0,
  posted: PersistentMap.empty(),
  queue: { held: PersistentMap.empty(), said: PersistentMap.empty(), revised: 0 },
  saved: undefined,
  account: { records: 0, shown: 0, folded: 0, hidden: PersistentMap.empty(), malformed: Vector.empty() },
  anomalies: { count: 0, first: Vector.empty() },
  timeline: {
    items: Vector.empty(),
    lanes: PersistentMap.empty(),
    places: WorkingMap.empty(isDrawn),
    requestPlaces: PersistentMap.empty(),
    orphanPlaces: PersistentMap.empty(),
    changePlaces: PersistentMap.empty(),
  },
  checkpoints: Vector.empty(),
};

export function emptyScope(scope: string | undefined): ScopeState {
  return {
    scope,
    opened: undefined,
    config: undefined,
    status: undefined,
    run: undefined,
    stopRequested: false,
    nextStep: 1,
  };
}
