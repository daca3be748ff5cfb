import { authorOf, childScope } from '@toolthread/core';
import type { Call, EventDraft, Step, ThreadState } from '@toolthread/core';
import { openRun } from '../run/run.ts';
import type { Run } from '../run/run.ts';
import { callName } from '../state/call-name.ts';
import { childOf, depthOf } from '../state/child-of.ts';
import { failureOf } from '../state/failure-of.ts';
import { lastStep } from '../state/open-calls.ts';
import type { ChildTask } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import type { ToolValue } from '../tool/tool-value.ts';

/** Makes the run of a call's child agent: it has a scope of its own, and shares everything else with its parent. */
export function openChild(run: Run, call: Call, signal: AbortSignal, system?: string): Run {
  const { model, policy, limits, prices, clock, workspace, blobs, secrets, onWait, spendingProblem } = run;
  const deepest = depthOf(run.state(), run.scope) + 1 >= limits.depth;
  const tools = [...run.tools.values()].filter(({ name }) => !deepest || name !== call.name);
  const shared = { model, tools, policy, limits, prices, clock, workspace, blobs, secrets, onWait, spendingProblem };
  return openRun({ ...shared, signal, system, run: run.id, scope: childScope(call.id) }, run.ledger);
}

/** What the ledger must contain before the child's first step, unless it is already there. */
export function childStart(state: ThreadState, call: Call, { name, task }: ChildTask): readonly EventDraft[] {
  const scope = childScope(call.id);
  const parent = { call: call.id, step: call.step, ...(call.scope === undefined ? {} : { scope: call.scope }) };
  const id = `task-${call.id}`;
  const posted: EventDraft = {
    type: 'message.posted',
    scope,
    author: authorOf(call.scope),
    parts: [{ type: 'text', text: task }],
    client_id: id,
    delivery: 'now',
  };
  return [
    ...(childOf(state, call) === undefined
      ? [{ type: 'scope.opened', scope, kind: 'child', name, parent } as const]
      : []),
    ...(state.posted.has(id) ? [] : [posted]),
    ...(call.startedAt === undefined ? [{ type: 'agent.tool.started', ...callName(call) } as const] : []),
  ];
}

/** Only its last words come back: what it read and tried stays in its own context. */
export function childValue(state: ThreadState, call: Call): ToolValue {
  const scope = childScope(call.id);
  const child = state.scopes.get(scope);
  const words = stepText(lastStep(state, scope));
  const parts = words === '' ? [] : textValue(words).parts;
  if (child?.status === 'completed') {
    return {
      parts: words === '' ? textValue('(It said nothing.)').parts : parts,
      structured: { kind: 'child', scope },
    };
  }
  if (child?.status === 'cancelled') return { ...errorValue('The child agent was stopped.', 'stopped'), parts };
  const why = failureOf(state, scope);
  return { ...errorValue(`The child agent failed${why === '' ? '' : `: ${why}`}.`, 'failed'), parts };
}

function stepText(step: Step | undefined): string {
  if (step === undefined || step.end?.discarded === true) return '';
  const texts = step.parts.toArray().flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return texts.join('\n').trim();
}
