import type { Call, EventDraft } from '@toolthread/core';
import { planCall } from '../calls/plan-call.ts';
import type { Plan } from '../calls/plan-call.ts';
import { recordResult } from '../calls/record-result.ts';
import type { Work } from '../calls/run-call.ts';
import type { Run } from '../run/run.ts';
import { callName } from '../state/call-name.ts';
import { openCalls, readUpTo, spokenSince, stepOf } from '../state/open-calls.ts';
import { answeredInChat, askedInChat } from './asked-in-chat.ts';
import { dropCalls, endChild } from './cancel-run.ts';

/**
 * Handles the open calls once: settles those that need no work, and asks the person about those that need one. If there are neither,
 * returns the next calls that may run together. `waiting`: all calls that are left wait for a person.
 */
export async function settleCalls(run: Run): Promise<'moved' | 'waiting' | readonly Work[]> {
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
  return nextBatch(works);
}

const OVERTAKEN = 'Skipped: the user sent a new message.';

/** Steering: what a person says while calls are open comes first, and calls that have not begun are skipped. */
function isOvertaken(run: Run, call: Call): boolean {
  const step = stepOf(run.state(), call.scope, call.step);
  return step !== undefined && spokenSince(run.state(), run.scope, readUpTo(step), 'what cannot wait');
}

/** Calls that only read run together, a call that writes runs alone, in their order. */
function nextBatch(works: readonly Work[]): readonly Work[] {
  const firstWriter = works.findIndex(({ tool, work }) => !tool.safe && work.child === undefined);
  if (firstWriter === -1) return works;
  return firstWriter === 0 ? works.slice(0, 1) : works.slice(0, firstWriter);
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
      // An error may quote a secret; what a person answered stays as it is.
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
