import { scopeKey } from '@toolthread/core';
import { hearing } from '@toolthread/core/queries';
import type { Call, ThreadState } from '@toolthread/core';
import { childOf } from './child-of.ts';
import { loopRequest } from './loop-request.ts';
import { lastStep, openCalls, readUpTo, spokenSince } from './open-calls.ts';
import { logBackwards } from './log-backwards.ts';

/**
 * Is there something for an agent to do? To be asked while no run is under way: after a restart, after a run has ended, after an
 * answer, a message or a stop was appended, and when a request has expired (`now`; without it, the ledger's own time).
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * hasWork(foldAll(exampleEvents.slice(0, 2))); //=> true
 * hasWork(exampleState); //=> false
 */
export function hasWork(thread: ThreadState, scope?: string, now: number = thread.at): boolean {
  if (thread.life === 'closed') return false;
  const own = thread.scopes.get(scopeKey(scope));
  if (own?.status === undefined) return spokenSinceEnd(thread, scope);
  switch (own.status) {
    case 'queued':
    case 'running':
      return true;
    case 'awaiting_user': {
      const answered = openCalls(thread, scope).some((call) => !waitsForPerson(thread, call, now));
      const last = lastStep(thread, scope);
      const seen = readUpTo(last);
      const decided = last !== undefined && loopRequest(thread, last)?.settled !== undefined;
      return own.stopRequested || answered || decided || spokenSince(thread, scope, seen, 'what cannot wait');
    }
    case 'completed':
      // What was said during the last step was not in its request, and a crash may have come before the run saw it.
      return spokenSince(thread, scope, readUpTo(lastStep(thread, scope)), 'everything');
    case 'failed':
    case 'cancelled':
      return spokenSinceEnd(thread, scope);
    default:
      return own.status satisfies never;
  }
}

/** The call itself, or what its child agent does next. */
export function waitsForPerson(thread: ThreadState, call: Call, now: number = thread.at): boolean {
  if (call.state.name === 'waiting') return !isExpired(call, now);
  const child = childOf(thread, call);
  return child?.status === 'awaiting_user' && !hasWork(thread, child.scope, now);
}

/** Its request was not settled in time. */
export function isExpired({ request }: Call, now: number): boolean {
  return now > (request?.expiresAt ?? Infinity);
}

function spokenSinceEnd(thread: ThreadState, scope: string | undefined): boolean {
  for (const entry of logBackwards(thread)) {
    if (entry.kind === 'status' && entry.status.scope === scope) return false;
    if (entry.kind === 'step' && thread.steps.get(entry.step)?.scope === scope) return false;
    if (entry.kind === 'message' && hearing(scope, entry.message) === 'addressed') return true;
  }
  return false;
}
