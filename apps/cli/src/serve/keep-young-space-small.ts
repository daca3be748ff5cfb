import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In bytes: what is alive in so much is copied within a few milliseconds. */
const ENOUGH = 8 * 1024 * 1024;

/**
 * V8 lets the space for new objects grow to 64 MB where many of them stay, as those of a thread do that is read. What is alive in it is copied at once, and
 * nobody is heard meanwhile. The same as `node --max-semi-space-size=4`, for a process that is running.
 */
export function keepYoungSpaceSmall(): void {
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
