import { authorOf, childScope } from '@toolthread/core';
import type { Call, EventDraft, Step, ThreadState } from '@toolthread/core';
import { callName } from '../state/call-name.ts';
import { failureOf } from '../state/failure-of.ts';
import { lastStep } from '../state/open-calls.ts';
import { openRun } from '../run/run.ts';
import type { Run } from '../run/run.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { withInstructions } from '../workspace/with-instructions.ts';
import { childOf, depthOf, isOver } from '../state/child-of.ts';
import type { ChildTask } from '../tool/tool.ts';

/** What the ledger must know before the child's first step, as far as it does not know it yet. */
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

/** The child's run to its end, or on from where it was left. `waiting`: for a person; so does the call. */
export async function runChild(run: Run, call: Call, task: ChildTask): Promise<ToolValue | 'waiting'> {
  const known = childOf(run.state(), call);
  if (known === undefined || !isOver(known)) {
    if ((await perform(run, call, run.signal, task)) === 'awaiting_user') return 'waiting';
  }
  return childValue(run.state(), childScope(call.id));
}

/** A call that will not go on takes its child with it, at any depth. */
export async function endChild(run: Run, call: Call): Promise<void> {
  const child = childOf(run.state(), call);
  if (child !== undefined && !isOver(child)) await perform(run, call, AbortSignal.abort(), { name: '', task: '' });
}

async function perform(run: Run, call: Call, signal: AbortSignal, task: ChildTask): Promise<string> {
  const { model, policy, limits, prices, clock, workspace, blobs, secrets } = run;
  const deepest = depthOf(run.state(), run.scope) + 1 >= limits.depth;
  const tools = [...run.tools.values()].filter(({ name }) => !deepest || name !== call.name);
  const equipment = {
    model,
    tools,
    policy,
    limits,
    prices,
    clock,
    workspace,
    blobs,
    secrets,
    signal,
    // It works in the same folder, under the same instructions.
    system: await withInstructions(task.system, workspace),
  };
  const child = openRun({ ...equipment, run: run.id, scope: childScope(call.id) }, run.journal, run.perform);
  try {
    return (await run.perform(child)).ended;
  } finally {
    child.close();
  }
}

/** Only its last words come back: what it read and tried stays in its own context. */
function childValue(state: ThreadState, scope: string): ToolValue {
  const child = state.scopes.get(scope);
  const words = textOf(lastStep(state, scope));
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

function textOf(step: Step | undefined): string {
  if (step === undefined || step.end?.discarded === true) return '';
  const texts = step.parts.toArray().flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return texts.join('\n').trim();
}
