import type { LogEntry, ThreadState } from '../thread-state.ts';

/** What is in the log from this place on. `entriesFrom(state, 2)` */
export function* entriesFrom({ log }: Pick<ThreadState, 'log'>, place: number): Iterable<LogEntry> {
  for (let index = place; index < log.length; index += 1) {
    const entry = log.at(index);
    if (entry !== undefined) yield entry;
  }
}
