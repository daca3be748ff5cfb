import type { Call } from '@toolthread/core';
import { openCalls } from '../state/open-calls.ts';
import type { Run } from '../run/run.ts';
import { childOf, depthOf } from '../state/child-of.ts';

/** Why no more child runs may be started, in words for the model. */
export function childProblem(run: Run, call: Call): string | undefined {
  const state = run.state();
  const { depth, children } = run.limits;
  if (depthOf(state, run.scope) >= depth) {
    return `Child agents may be at most ${depth} deep. Nothing ran: do the work yourself.`;
  }
  let started = 0;
  for (const [, { opened }] of state.scopes.entries()) {
    if (opened?.kind === 'child' && opened.run === run.id) started += 1;
  }
  const waiting = openCalls(state, run.scope).filter(
    (other) => other.name === call.name && childOf(state, other) === undefined,
  );
  if (started + waiting.indexOf(call) < children) return undefined;
  return `A run may start at most ${children} child agents. Nothing ran: do the work yourself.`;
}
