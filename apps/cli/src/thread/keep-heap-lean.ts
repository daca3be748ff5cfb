import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 lets the heap grow to several times of what is in use before it looks for what is not. */
const MOST_GROWTH_PERCENT = 20;
/** In bytes: as much as a few long texts have. */
const MUCH = 64 * 1024 * 1024;

let collect: (() => void) | undefined;
/** What was in use after the last time. */
let used = 0;
/** The least of it: what is in use where no piece is. */
let least = Infinity;

/** From now on this process holds little more than it uses: for a file that is longer than the memory, of which each piece is soon forgotten. */
export function keepHeapLean(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  if (typeof found === 'function') collect = () => void found();
}

/** To be called where long texts may have been let go: if there is much of that, it is looked for at once. V8 alone waits until it has taken as much again for the next one. */
export function letGo(): void {
  if (collect === undefined || getHeapStatistics().used_heap_size < used + MUCH) return;
  collect();
  used = getHeapStatistics().used_heap_size;
  least = Math.min(least, used);
}

/** To be called where a piece was let go that was in use the last time. */
export function letGoOfPiece(): void {
  used = Math.min(used, least);
  letGo();
}
