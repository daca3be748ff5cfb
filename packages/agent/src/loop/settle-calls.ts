import type { Call, EventDraft } from '@toolthread/core';
import { callName } from '../state/call-name.ts';
import { savedWorkspace } from '../changes/changed-workspace.ts';
import { answeredInChat, askedInChat } from './asked-in-chat.ts';
import { childStart, endChild } from './run-child.ts';
import { openCalls, readUpTo, spokenSince, stepOf } from '../state/open-calls.ts';
import { planCall } from '../calls/plan-call.ts';
import type { Plan } from '../calls/plan-call.ts';
import { recordResult } from '../calls/record-result.ts';
import { runCall } from '../calls/run-call.ts';
import type { Work } from '../calls/run-call.ts';
import type { Run } from '../run/run.ts';

/**
 * One move with the open calls: what needs no work is settled, what needs a person is asked, and the next ones that may
 * run together run. `waiting`: all that is left waits for a person.
 */
export async function settleCalls(run: Run): Promise<'moved' | 'waiting'> {
  await run.write();
  if (run.signal.aborted) return 'moved';
  const calls = openCalls(run.state(), run.scope);
  const skipped = calls.filter((call) => isOvertaken(run, call));
  if (skipped.length > 0) {
    await dropCalls(run, skipped, 'skipped', OVERTAKEN);
    return 'moved';
  }
  const plans = await Promise.all(calls.map((call) => planCall(run, call)));
  if (run.signal.aborted) return 'moved';
  const drafts = await Promise.all(plans.map((plan) => immediate(run, plan)));
  if (drafts.some((list) => list.length > 0)) {
    await run.write(...drafts.flat());
    return 'moved';
  }
  const works = plans.filter((plan) => plan.do === 'run');
  if (works.length === 0) return plans.length === 0 ? 'moved' : 'waiting';
  await runTogether(run, nextBatch(works));
  return 'moved';
}

const OVERTAKEN = 'Skipped: the user sent a new message.';

/** Steering: what a person says while calls are open comes before those that have not begun. */
function isOvertaken(run: Run, call: Call): boolean {
  const step = stepOf(run.state(), call.scope, call.step);
  return step !== undefined && spokenSince(run.state(), run.scope, readUpTo(step), 'what cannot wait');
}

/** Readers together, a writer alone, in the order of the calls. */
function nextBatch(works: readonly Work[]): readonly Work[] {
  const firstWriter = works.findIndex(({ tool, work }) => !tool.safe && work.child === undefined);
  if (firstWriter === -1) return works;
  return firstWriter === 0 ? works.slice(0, 1) : works.slice(0, firstWriter);
}

/** The starts are durable before anything runs: after a crash they prove what may have run. */
async function runTogether(run: Run, works: readonly Work[]): Promise<void> {
  const writes = works.some(({ tool, work }) => (!tool.safe || tool.claimed === true) && work.child === undefined);
  const saved = writes ? await savedWorkspace(run, run.signal) : [];
  if (run.signal.aborted) return;
  await run.write(...saved, ...works.flatMap((work) => startOf(run, work)));
  const ends = await Promise.allSettled(works.map((work) => runCall(run, work)));
  const lost = ends.find((end) => end.status === 'rejected');
  if (lost !== undefined) throw lost.reason;
}

function startOf(run: Run, { call, work }: Work): readonly EventDraft[] {
  if (work.child !== undefined) return childStart(run.state(), call, work.child);
  return [{ type: 'agent.tool.started', ...callName(call) }];
}

async function immediate(run: Run, plan: Plan): Promise<readonly EventDraft[]> {
  switch (plan.do) {
    case 'open':
      return [...askedInChat(run, plan.call, plan.request), plan.request];
    case 'expire':
      return [plan.request];
    case 'settle': {
      const { call, outcome, value } = plan;
      await endChild(run, call);
      // What went wrong are a tool's words; what a person answered stays as it is.
      const secrets = value.error === undefined ? [] : run.secrets;
      const recorded = await recordResult(value, outcome, { keeps: 'head', blobs: run.blobs, secrets, call: call.id });
      return [...answeredInChat(run, plan), { type: 'agent.tool.completed', ...callName(call), ...recorded }];
    }
    case 'wait':
    case 'run':
      return [];
    default:
      return plan satisfies never;
  }
}

/** Calls that will not run, or not to their end; their children end before them. */
export async function dropCalls(
  run: Run,
  calls: readonly Call[],
  outcome: 'skipped' | 'interrupted',
  message: string,
): Promise<void> {
  await Promise.all(calls.map((call) => endChild(run, call)));
  await run.write(
    ...calls.flatMap((call) => dropCall(call, call.startedAt === undefined ? outcome : 'interrupted', message)),
  );
}

/** A call that will not run: its request, if one is open, asks nothing any more. */
function dropCall(call: Call, outcome: 'skipped' | 'interrupted', message: string): readonly EventDraft[] {
  const withdrawn: readonly EventDraft[] =
    call.state.name === 'waiting'
      ? [{ type: 'request.resolved', request: call.state.request, decision: 'withdrawn', reason: message }]
      : [];
  const completed: EventDraft = {
    type: 'agent.tool.completed',
    ...callName(call),
    outcome,
    error: { message, code: outcome },
  };
  return [...withdrawn, completed];
}
