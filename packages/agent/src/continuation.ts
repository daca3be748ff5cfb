/** Go on or stop? Every criterion says its word; the verdict and the words go into the ledger. */
import type { EventDraft, Evaluation, Step, StopReason, ThreadState } from '@toolthread/core';
import { isSpokenTo, lastStep, readUpTo, spokenSince } from './open-calls.ts';
import type { Limits } from './run.ts';

export interface Continuation {
  readonly goOn: boolean;
  readonly stopReason: StopReason;
  readonly resolvedBy: string;
  readonly evaluations: readonly Evaluation[];
  /** The failure behind it, in words for the person. */
  readonly message: string | undefined;
  /** Failed requests in a row until now. */
  readonly failures: number;
}

export interface Inquiry {
  readonly state: ThreadState;
  readonly scope: string | undefined;
  readonly run: string;
  readonly limits: Limits;
  /** What the provider said of the last failure; the ledger does not keep it. */
  readonly retryable: boolean;
}

/** Asked when no call is open. Cheap: it looks only at the newest steps. */
export function judge({ state, scope, run, limits, retryable }: Inquiry): Continuation {
  const steps = newestSteps(state, scope, run);
  const last = lastStep(state, scope);
  const failures = steps.findIndex((step) => !failed(step));
  const inARow = failures === -1 ? steps.length : failures;
  const words = [
    byFinish(state, scope, last),
    byErrors(last, inARow, limits, retryable),
    bySteps(steps.filter((step) => step.end?.discarded !== true).length, limits),
  ];
  const common = { evaluations: words.map(({ evaluation }) => evaluation), failures: inARow };
  const stop = words.find(({ evaluation }) => evaluation.verdict === 'stop');
  if (stop === undefined) {
    return { ...common, goOn: true, stopReason: 'completed', resolvedBy: 'finish_reason', message: undefined };
  }
  const { stopReason, evaluation } = stop;
  const message = stopReason === 'completed' ? undefined : (last?.end?.error?.message ?? evaluation.reason);
  return { ...common, goOn: false, stopReason, resolvedBy: evaluation.criterion, message };
}

interface Judged {
  readonly evaluation: Evaluation;
  /** Why the run stops, if this stops it. */
  readonly stopReason: StopReason;
}

function judged(
  criterion: string,
  verdict: Evaluation['verdict'],
  reason: string,
  stopReason: StopReason = 'completed',
): Judged {
  return { evaluation: { criterion, verdict, reason }, stopReason };
}

function byFinish(state: ThreadState, scope: string | undefined, last: Step | undefined): Judged {
  const criterion = 'finish_reason';
  if (spokenSince(state, scope, readUpTo(last), 'everything')) return judged(criterion, 'continue', 'somebody spoke');
  if (last === undefined) return judged(criterion, 'stop', 'nothing was said');
  const reason = last.end?.reason ?? 'unknown';
  if (last.end?.discarded === true || last.owesResult || reason === 'pause')
    return judged(criterion, 'continue', reason);
  const asItShould = reason === 'stop' || reason === 'tool_calls';
  return judged(criterion, 'stop', reason, asItShould ? 'completed' : 'finish_reason');
}

function byErrors(last: Step | undefined, inARow: number, limits: Limits, retryable: boolean): Judged {
  const criterion = 'errors';
  if (last === undefined || inARow === 0) return judged(criterion, 'pass', 'none');
  if (last.end?.reason === 'overflow') return judged(criterion, 'stop', 'the context is full', 'token_limit');
  if (!retryable) return judged(criterion, 'stop', 'the failure will not pass', 'error');
  if (inARow > limits.retries) return judged(criterion, 'stop', `${inARow} failures in a row`, 'retry_limit');
  return judged(criterion, 'continue', `failure ${inARow}, of which ${limits.retries} are forgiven`);
}

function bySteps(made: number, limits: Limits): Judged {
  return judged('steps', made >= limits.steps ? 'stop' : 'pass', `${made} of ${limits.steps}`, 'steps_limit');
}

function failed(step: Step): boolean {
  return step.end?.discarded === true && step.end.reason !== 'aborted';
}

/** The steps of this run since a person spoke, the newest first: whoever speaks gives the run new breath. */
function newestSteps(state: ThreadState, scope: string | undefined, run: string): readonly Step[] {
  const steps: Step[] = [];
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'message' && isSpokenTo(scope, entry.message)) return steps;
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined || step.scope !== scope) continue;
    if (step.run !== run) return steps;
    steps.push(step);
  }
  return steps;
}

export function continuationDraft(verdict: Continuation): EventDraft {
  return {
    type: 'agent.continuation',
    should_continue: verdict.goOn,
    stop_reason: verdict.stopReason,
    resolved_by: verdict.resolvedBy,
    evaluations: verdict.evaluations,
  };
}
