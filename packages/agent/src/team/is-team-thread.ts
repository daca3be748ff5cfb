import { memberScope, WHOLE_TEAM } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import { atName, isPersonsWord } from '@toolthread/core/queries';
import { logBackwards } from '../state/log-backwards.ts';

/**
 * Do these members work in the thread already, or does a person's newest word name one of them?
 *
 * @example
 * isTeamThread(exampleState, ['pm', 'coder']); //=> false
 */
export function isTeamThread(thread: ThreadState, names: readonly string[]): boolean {
  if (names.some((name) => thread.scopes.has(memberScope(name)))) return true;
  for (const entry of logBackwards(thread)) {
    if (entry.kind !== 'message' || !isPersonsWord(entry.message)) continue;
    return [WHOLE_TEAM, ...names.map(atName)].some((name) => entry.message.mentions?.includes(name));
  }
  return false;
}
