import { goesOnAlone, scopeKind, type ThreadState } from '@toolthread/core';
import { type LogEntry, isPersonsWord } from '@toolthread/core/queries';
import { lastStatus } from '@toolthread/core/adapters';

/** Where the stream of a reply begins. */
export interface ChatPlace {
  /** The person's message that is answered. */
  readonly message: number;
  /** The event from which on it counts: the turn begins after it. */
  readonly since: number;
  /** What the page has: nothing up to here is told again. */
  readonly after: number;
  /** The run has had its say once it has spoken after this event, and rests. */
  readonly rested: number;
}

export type Said = Extract<LogEntry, { kind: 'message' }>;

/** What a person said last. */
export function lastSaid(state: ThreadState): Said | undefined {
  return findSaid(state, () => true);
}

export function findSaid({ log }: ThreadState, isIt: (said: Said) => boolean): Said | undefined {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry?.kind === 'message' && isPersonsWord(entry.message) && isIt(entry)) return entry;
  }
  return undefined;
}

/** Nobody is at work any more, as is recorded after event `since`: the runs have ended, or wait for a person. */
export function hasRested(state: ThreadState, since: number): boolean {
  for (const [, { scope, status }] of state.scopes.entries()) {
    if (scopeKind(scope) !== 'child' && goesOnAlone(status)) return false;
  }
  return lastStatus(state, since) !== undefined || state.life === 'closed';
}
