import type { ThreadState } from '@toolthread/core';
import type { LogEntry } from '@toolthread/core/queries';

/** `for (const entry of logBackwards(thread))`: the newest entry first. */
export function* logBackwards({ log }: ThreadState): Generator<LogEntry, void> {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry !== undefined) yield entry;
  }
}
