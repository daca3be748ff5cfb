import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In bytes: what is alive in so much is copied within a few milliseconds. */
const ENOUGH = 8 * 1024 * 1024;

/**
 * What the collector does at once, nobody is heard meanwhile. V8 lets the space for new objects grow to 64 MB where many of them stay, as those of a thread do
 * that is read, and copies at once what is alive in it. A full collection moves some megabytes of old ones together, too, more of them the larger the heap is. The same
 * as `node --max-semi-space-size=4 --no-compact`, for a process that is running.
 */
export function keepPausesShort(): void {
  setFlagsFromString('--no-compact');
  let grows = true;
  new PerformanceObserver(() => {
    const mayGrow = youngSpace() < ENOUGH;
    if (mayGrow === grows) return;
    grows = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  }).observe({ entryTypes: ['gc'] });
}

function youngSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
