import { HUMAN, memberScope, WHOLE_TEAM } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';

/** `isTeamThread(thread, ['pm', 'coder'])`: they work here already, or a person's newest word names one of them. */
export function isTeamThread(thread: ThreadState, names: readonly string[]): boolean {
  if (names.some((name) => thread.scopes.has(memberScope(name)))) return true;
  for (let index = thread.log.length - 1; index >= 0; index -= 1) {
    const entry = thread.log.at(index);
    if (entry?.kind !== 'message' || entry.message.author !== HUMAN) continue;
    return [WHOLE_TEAM, ...names.map((name) => `@${name}`)].some((name) => entry.message.mentions?.includes(name));
  }
  return false;
}
