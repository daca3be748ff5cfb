import { HUMAN } from './human.ts';
import type { ThreadState } from './thread-state.ts';

/** The first message of a person after event `after`: `firstSaid(state, rewind.to)`. No entry of the log before `from` is as new. */
export function firstSaid({ log }: Pick<ThreadState, 'log'>, after: number, from = 0): number | undefined {
  for (let index = from; index < log.length; index += 1) {
    const entry = log.at(index);
    if (entry?.kind === 'message' && entry.message.author === HUMAN && entry.message.seq > after)
      return entry.message.seq;
  }
  return undefined;
}
