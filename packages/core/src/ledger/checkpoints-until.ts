import type { ThreadState } from './thread-state.ts';

/** How many checkpoints are at `seq` or before it: also the index of the first one after it. */
export function checkpointsUntil(checkpoints: ThreadState['checkpoints'], seq: number): number {
  let low = 0;
  let high = checkpoints.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const checkpoint = checkpoints.at(middle);
    if (checkpoint !== undefined && checkpoint.seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
