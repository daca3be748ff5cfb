import type { ThreadState } from '../ledger/state.ts';
import type { Timeline } from './item.ts';

/** What a person sees of the thread. The fold keeps it up to date, so this costs nothing: `timeline(foldAll(events)).items` */
export function timeline(state: ThreadState): Timeline {
  return state.timeline;
}
