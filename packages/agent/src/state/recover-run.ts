/** After a crash: the events to append before a run goes on. Pure; applied a second time, it returns nothing. */
import { scopeKey } from '@toolthread/core';
import { nextStepOf } from '@toolthread/core/queries';
import type { Call, ContentPart, EventDraft, ScopeState, Step, ThreadState } from '@toolthread/core';
import { boundText } from '@toolthread/core/context';
import { callName } from './call-name.ts';
import { childOf } from './child-of.ts';
import { stepOf } from './open-calls.ts';

/**
 * The events to append after a crash, before `runAgent` again where `hasWork(thread)`.
 *
 * An open step is closed. A call that had started ends `interrupted`: it may have done its work, so it is never run
 * again. A call that was recorded but not started stays to be run, one that waits for a person goes on waiting.
 * `why`: what cut it off, as a sentence begins.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * recoverRun(foldAll(exampleEvents.slice(0, 5))).map(({ type }) => type); //=> ['agent.step.completed']
 * recoverRun(exampleState); //=> []
 */
export function recoverRun(thread: ThreadState, why: string = SERVER_STOPPED): readonly EventDraft[] {
  if (thread.life === 'closed') return [];
  const scopes = [...thread.scopes.values()];
  return scopes
    .sort((a, b) => (scopeKey(a.scope) < scopeKey(b.scope) ? -1 : 1))
    .flatMap((scope) => recoverScope(thread, scope.scope, why));
}

/** The same for one scope, whose run is about to go on; others may be at work. */
export function recoverScope(
  thread: ThreadState,
  scope: string | undefined,
  why: string = SERVER_STOPPED,
): readonly EventDraft[] {
  const own = thread.scopes.get(scopeKey(scope));
  if (own === undefined) return [];
  const stamp = { ...(own.run === undefined ? {} : { run: own.run }), ...(scope === undefined ? {} : { scope }) };
  return [...interruptedCalls(thread, scope, why), ...closedStep(thread, own, why)].map((draft) => ({
    ...draft,
    ...stamp,
  }));
}

function interruptedCalls(thread: ThreadState, scope: string | undefined, why: string): readonly EventDraft[] {
  const message = `${why} while this ran. It may or may not have taken effect, and was not run again.`;
  const calls: Call[] = [];
  for (const [place] of thread.calls.open.entries()) {
    const call = thread.calls.byPlace.get(place);
    if (call !== undefined && call.scope === scope && call.recorded && mayHaveRun(thread, call)) calls.push(call);
  }
  return calls
    .sort((a, b) => a.step - b.step || a.part - b.part)
    .flatMap((call) => [
      ...withdrawn(call, message),
      {
        type: 'agent.tool.completed',
        ...callName(call),
        outcome: 'interrupted',
        ...whatItPrinted(call, message),
        ...howLongItRan(thread, call),
        error: { message, code: 'interrupted' },
      },
    ]);
}

/** The question of a tool that was running: nobody is there to hear the answer. */
function withdrawn({ request }: Call, reason: string): readonly EventDraft[] {
  if (request === undefined || request.settled !== undefined) return [];
  return [{ type: 'request.resolved', request: request.id, decision: 'withdrawn', reason }];
}

/** All that is left of its result; the model and the person read on from there. */
function whatItPrinted({ output }: Call, why: string): { parts?: readonly ContentPart[] } {
  if (output === '') return {};
  return {
    parts: [
      { type: 'text', text: boundText(output, 'tail').text },
      { type: 'text', text: why },
    ],
  };
}

/** As far as anybody knows: until the last thing that was recorded. Afterwards nothing ran. */
function howLongItRan({ at }: ThreadState, { startedAt }: Call): { duration_ms?: number } {
  return startedAt === undefined ? {} : { duration_ms: Math.max(0, at - startedAt) };
}

const SERVER_STOPPED = 'The server stopped';

/** A child agent is a run like any other: it goes on. */
function mayHaveRun(thread: ThreadState, call: Call): boolean {
  if (childOf(thread, call) !== undefined) return false;
  return call.startedAt !== undefined || call.state.name === 'running' || call.state.name === 'retrying';
}

/** A response that broke off is not given to the model as its own words: it is asked for again. */
function closedStep(thread: ThreadState, own: ScopeState, why: string): readonly EventDraft[] {
  const step = stepOf(thread, own.scope, nextStepOf(thread, own.scope) - 1);
  if (step === undefined || step.end !== undefined) return [];
  return [
    {
      type: 'agent.step.completed',
      step: step.step,
      finish_reason: 'aborted',
      ...(hasRecordedCalls(thread, step) ? {} : { discarded: true }),
      error: { message: `${why} while the model answered.`, code: 'interrupted' },
    },
  ];
}

function hasRecordedCalls(thread: ThreadState, step: Step): boolean {
  for (const part of step.parts) {
    if (part.kind === 'call' && thread.calls.byPlace.get(part.call)?.recorded === true) return true;
  }
  return false;
}
