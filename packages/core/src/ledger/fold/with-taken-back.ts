import type { Vector } from '../../structure/vector.ts';
import type { TakenBack, ThreadState } from '../thread-state.ts';

/** Only where it is: a rewind costs the same, however much it takes back. */
export function withTakenBack(state: ThreadState, landed: ThreadState): Vector<TakenBack> {
  const { takenBack, log, steps, scopes, calls, source } = state;
  // The file of an import tells again what it changed, over and over: its events say what was paid.
  if (source !== undefined) return takenBack;
  return takenBack.append({
    before: { log, steps, scopes, calls: calls.byPlace },
    landed: { openSteps: landed.openSteps, entries: landed.log.length, calls: landed.calls.byPlace },
  });
}
