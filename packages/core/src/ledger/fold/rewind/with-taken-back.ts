import type { Vector } from '../../../structure/vector.ts';
import type { TakenBack, ThreadState } from '../../thread-state.ts';

/** Only where it is: a rewind costs the same, however much it takes back. */
export function withTakenBack(state: ThreadState, landed: ThreadState): Vector<TakenBack> {
  const { takenBack, log, steps, scopes, calls } = state;
  return takenBack.append({
    before: { log, steps, scopes, calls },
    landed: { openSteps: landed.openSteps, entries: landed.log.length },
  });
}
