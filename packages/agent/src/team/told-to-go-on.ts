import { memberScope, scopeKey, TEAM_SCOPE } from '@toolthread/core';
import { stopToContinue } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import { hasWork } from '../state/has-work.ts';
import { isAskedToGoOn } from '../state/is-asked-to-go-on.ts';
import { logBackwards } from '../state/log-backwards.ts';

/**
 * `toldToGoOn(thread, ['pm', 'coder'], run)`: a run was queued in which nobody has done anything, and nobody has spoken: who goes on?
 * Those of the last turn whom a limit, a failure or a stop cut off; if there are none, all of that turn.
 */
export function toldToGoOn(thread: ThreadState, names: readonly string[], run: string): readonly string[] {
  const own = thread.scopes.get(scopeKey(undefined));
  const scopes = names.map(memberScope);
  if (own?.status !== 'queued' || own.run !== run || own.stopRequested) return [];
  if (!isAskedToGoOn(thread, undefined)) return [];
  if ([TEAM_SCOPE, ...scopes].some((scope) => thread.scopes.get(scope)?.run === run || hasWork(thread, scope)))
    return [];
  const turn = lastTurn(thread, scopes);
  const took = turn === undefined ? [] : scopes.filter((scope) => thread.scopes.get(scope)?.run === turn);
  const cut = took.filter((scope) => isCutOff(thread, scope));
  return cut.length > 0 ? cut : took;
}

function lastTurn(thread: ThreadState, scopes: readonly string[]): string | undefined {
  for (const entry of logBackwards(thread)) {
    if (entry.kind === 'status' && scopes.includes(entry.status.scope ?? '')) return entry.status.run;
  }
  return undefined;
}

function isCutOff(thread: ThreadState, scope: string): boolean {
  return thread.scopes.get(scope)?.status !== 'completed' || stopToContinue(thread, scope) !== undefined;
}
