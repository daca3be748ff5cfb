import { HUMAN, type ThreadState } from '@toolthread/core';

/** On whose behalf the thread's next run works: of who spoke last. `personAsking(state)` */
export function personAsking({ log }: ThreadState): string {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry?.kind === 'message' && entry.message.author === HUMAN) return entry.message.by ?? HUMAN;
  }
  return HUMAN;
}
