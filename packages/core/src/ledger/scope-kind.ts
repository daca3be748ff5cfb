/** Whose words and calls these are: the thread's own agent (no scope), `agent:<name>`, `team` or `child:<run>`. */
import { OWN_AGENT } from './human.ts';
import type { RunStatus } from './ledger-event.ts';
import { scopeKey } from './fold/scope-key.ts';
import type { ThreadState } from './thread-state.ts';

/** What a scope is: the thread's own agent, a member of a team, the team, a child run. */
export type ScopeKind = 'own' | 'member' | 'team' | 'child';

/** The team as a whole: what its leader writes for everybody. */
export const TEAM_SCOPE = 'team';

/**
 * What a scope is; one that this program did not name is a member.
 *
 * @example
 * scopeKind('child:c1_0'); //=> 'child'
 */
export function scopeKind(scope: string | undefined): ScopeKind {
  if (scope === undefined) return 'own';
  if (scope === TEAM_SCOPE) return 'team';
  return scope.startsWith('child:') ? 'child' : 'member';
}

/**
 * The scope of a member of a team.
 *
 * @example
 * memberScope('coder'); //=> 'agent:coder'
 */
export function memberScope(name: string): string {
  return `agent:${name}`;
}

/**
 * The scope of a child run.
 *
 * @example
 * childScope('c1_0'); //=> 'child:c1_0'
 */
export function childScope(run: string): string {
  return `child:${run}`;
}

/** `scopeName('agent:coder') === 'coder'` */
export function scopeName(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}

/** `memberName('agent:coder') === 'coder'`; nobody else has a name of their own. */
export function memberName(scope: string | undefined): string | undefined {
  return scope !== undefined && scopeKind(scope) === 'member' ? scopeName(scope) : undefined;
}

/**
 * How an agent signs what it writes in the chat.
 *
 * @example
 * authorOf('agent:coder'); //=> '@coder'
 */
export function authorOf(scope: string | undefined): string {
  return scope === undefined ? OWN_AGENT : `@${scopeName(scope)}`;
}

/**
 * Whether a run has begun, or waits for its turn or for a person, and has not ended.
 *
 * @example
 * isAtWork('awaiting_user'); //=> true
 */
export function isAtWork(status: RunStatus | undefined): boolean {
  return status !== undefined && AT_WORK[status] === true;
}

const AT_WORK: { readonly [status in RunStatus]: boolean } = {
  queued: true,
  running: true,
  awaiting_user: true,
  completed: false,
  failed: false,
  cancelled: false,
};

/**
 * Whether a run is at work, or will be, without waiting for a person.
 *
 * @example
 * goesOnAlone('queued'); //=> true
 * goesOnAlone('awaiting_user'); //=> false
 */
export function goesOnAlone(status: RunStatus | undefined): boolean {
  return isAtWork(status) && status !== 'awaiting_user';
}

/** By what is recorded alone ([L3]): the scope's run is running; where no status was ever recorded, one of its steps has not ended. */
export function isWorking(state: ThreadState, scope: string | undefined): boolean {
  const known = state.life === 'closed' ? undefined : state.scopes.get(scopeKey(scope));
  if (known?.status === undefined) return known !== undefined && known.openSteps > 0;
  return known.status === 'running';
}

/**
 * Who is at work, or waits for a person; nobody in a closed thread. A child run is part of its parent's work.
 *
 * @example
 * scopesAtWork(exampleState); //=> []
 */
export function scopesAtWork(state: ThreadState): readonly (string | undefined)[] {
  const scopes: (string | undefined)[] = [];
  if (state.life === 'closed') return scopes;
  for (const [, { scope, status }] of state.scopes.entries()) {
    if (scopeKind(scope) !== 'child' && isAtWork(status)) scopes.push(scope);
  }
  return scopes;
}

/**
 * The run that is at work, waits or was cut off: whoever goes on with it keeps its name.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * openRunId(foldAll(exampleEvents.slice(0, 5))); //=> 'r1'
 * openRunId(exampleState); //=> undefined
 */
export function openRunId(state: ThreadState, scope?: string): string | undefined {
  const own = state.scopes.get(scopeKey(scope));
  return isAtWork(own?.status) ? own?.run : undefined;
}

/** The thread's own scope, where a team works in its place: its members say what is done. */
export function isTeamsOwn(state: ThreadState, scope: string | undefined): boolean {
  return scope === undefined && state.scopes.get(TEAM_SCOPE)?.opened !== undefined;
}
