import type { ToolCompleted } from './event.ts';
import type { ThreadState } from './state.ts';

/** The result still has no call. */
export function isOrphan(state: ThreadState, result: ToolCompleted): boolean {
  return state.timeline.orphanPlaces.has(String(result.seq));
}
