/** Closes everything that is open in a run that was stopped, or of a call that will not go on: child agents first, at any depth. */
import type { Call, EventDraft } from '@toolthread/core';
import type { Run, RunEnd } from '../run/run.ts';
import { callName } from '../state/call-name.ts';
import { childOf } from '../state/child-of.ts';
import { hasEnded } from '../state/has-ended.ts';
import { loopRequest } from '../state/loop-request.ts';
import { lastStep, openCalls } from '../state/open-calls.ts';
import { recoverScope } from '../state/recover-run.ts';
import { statusDraft } from '../state/status-draft.ts';
import { continuationDraft, judgeRun } from './continuation.ts';
import type { Continuation } from './continuation.ts';
import { openChild } from './open-child.ts';

export async function cancelRun(run: Run, verdict: Continuation): Promise<RunEnd> {
  const open = openCalls(run.state(), run.scope);
  const inState = (name: string): readonly Call[] => open.filter(({ state }) => state.name === name);
  await dropCalls(run, inState('running'), 'interrupted', 'Stopped with its child agent.');
  await dropCalls(run, inState('waiting'), 'interrupted', 'Stopped while it waited for the user.');
  await dropCalls(run, inState('called'), 'skipped', 'Stopped before it started.');
  const status = statusDraft(run.state(), run.scope, 'cancelled', run.own()?.stopReason);
  await run.write(...withdrawnLoopRequest(run), continuationDraft(verdict), status);
  return { ended: 'cancelled' };
}

/** Calls that will not run, or not to their end. */
export async function dropCalls(
  run: Run,
  calls: readonly Call[],
  outcome: 'skipped' | 'interrupted',
  message: string,
): Promise<void> {
  if (calls.length === 0) return;
  await Promise.all(calls.map((call) => endChild(run, call)));
  await run.write(
    ...calls.flatMap((call) => droppedCall(call, call.startedAt === undefined ? outcome : 'interrupted', message)),
  );
}

/** The child agent of a call that will not go on. */
export async function endChild(run: Run, call: Call): Promise<void> {
  const known = childOf(run.state(), call);
  if (known === undefined || hasEnded(known)) return;
  const child = openChild(run, call, AbortSignal.abort());
  try {
    await child.write(...recoverScope(child.state(), child.scope));
    await cancelRun(child, judgeRun(child, undefined));
  } finally {
    child.close();
  }
}

/** Its request, if one is open, asks nothing any more. */
function droppedCall(call: Call, outcome: 'skipped' | 'interrupted', message: string): readonly EventDraft[] {
  const withdrawn: readonly EventDraft[] =
    call.state.name === 'waiting'
      ? [{ type: 'request.resolved', request: call.state.request, decision: 'withdrawn', reason: message }]
      : [];
  const error = { message, code: outcome };
  return [...withdrawn, { type: 'agent.tool.completed', ...callName(call), outcome, error }];
}

function withdrawnLoopRequest(run: Run): readonly EventDraft[] {
  const last = lastStep(run.state(), run.scope);
  const request = last === undefined ? undefined : loopRequest(run.state(), last);
  if (request === undefined || request.settled !== undefined) return [];
  return [{ type: 'request.resolved', request: request.id, decision: 'withdrawn', reason: 'Stopped.' }];
}
