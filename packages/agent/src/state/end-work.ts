/** A rewind may land in the middle of a run, and a run may find nobody to go on with it: what was open is over. */
import { isAtWork, scopeKey } from '@toolthread/core';
import type { Call, EventDraft, ScopeState, Step, ThreadState } from '@toolthread/core';
import { callName } from './call-name.ts';
import { statusDraft } from './status-draft.ts';

/**
 * The events that end all that is open in a thread, for one in which nobody is really at work: after a rewind into the midst of a
 * run; or, with `failure`, because nobody here may go on with it. Where nothing is open, none. Pure.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * endWork(foldAll(exampleEvents.slice(0, 4))).map(({ type }) => type); //=> ['agent.step.completed', 'agent.status']
 * endWork(exampleState); //=> []
 */
export function endWork(thread: ThreadState, failure?: string): readonly EventDraft[] {
  if (thread.life === 'closed') return [];
  const scopes = [...thread.scopes.values()];
  const why = failure ?? REWOUND;
  // Children before those who wait for them.
  return scopes
    .sort((a, b) => (scopeKey(a.scope) < scopeKey(b.scope) ? 1 : -1))
    .flatMap((own) => [
      ...openCallsOf(thread, own, why),
      ...openStepsOf(thread, own, why),
      ...openStatus(thread, own, failure),
    ]);
}

const REWOUND = 'The thread was rewound to a moment when this was not over. What came of it is in the version before.';

function stampOf({ scope, run }: ScopeState): { scope?: string; run?: string } {
  return { ...(run === undefined ? {} : { run }), ...(scope === undefined ? {} : { scope }) };
}

function openCallsOf(thread: ThreadState, own: ScopeState, why: string): readonly EventDraft[] {
  const calls: Call[] = [];
  for (const [place] of thread.calls.open.entries()) {
    const call = thread.calls.byPlace.get(place);
    if (call?.recorded === true && call.scope === own.scope) calls.push(call);
  }
  const withdrawn = requestsOf(thread, own).map((request): EventDraft => ({
    type: 'request.resolved',
    request,
    decision: 'withdrawn',
    reason: why,
    ...stampOf(own),
  }));
  const ended = calls
    .sort((a, b) => a.step - b.step || a.part - b.part)
    .map((call): EventDraft => {
      const outcome = call.startedAt === undefined ? 'skipped' : 'interrupted';
      const error = { message: why, code: outcome };
      return { type: 'agent.tool.completed', ...callName(call), outcome, error, ...stampOf(own) };
    });
  return [...withdrawn, ...ended];
}

function requestsOf({ requests }: ThreadState, { scope }: ScopeState): readonly string[] {
  const open: string[] = [];
  for (const [id, request] of requests.entries())
    if (request.settled === undefined && request.scope === scope) open.push(id);
  return open.sort();
}

function openStepsOf(thread: ThreadState, own: ScopeState, why: string): readonly EventDraft[] {
  const steps: Step[] = [];
  for (const [key] of thread.openSteps.entries()) {
    const step = thread.steps.get(key);
    if (step !== undefined && step.scope === own.scope) steps.push(step);
  }
  return steps
    .sort((a, b) => a.step - b.step)
    .map(({ step, parts }) => ({
      type: 'agent.step.completed',
      step,
      finish_reason: 'aborted',
      // A response that broke off is not given to the model as its own words.
      ...(hasCalls(thread, parts) ? {} : { discarded: true }),
      error: { message: why, code: 'interrupted' },
      ...stampOf(own),
    }));
}

function hasCalls({ calls }: ThreadState, parts: Step['parts']): boolean {
  for (const part of parts) if (part.kind === 'call' && calls.byPlace.get(part.call)?.recorded === true) return true;
  return false;
}

function openStatus(thread: ThreadState, own: ScopeState, failure: string | undefined): readonly EventDraft[] {
  if (!isAtWork(own.status)) return [];
  const { run } = stampOf(own);
  const status = failure === undefined ? 'cancelled' : 'failed';
  return [{ ...statusDraft(thread, own.scope, status, failure), ...(run === undefined ? {} : { run }) }];
}
