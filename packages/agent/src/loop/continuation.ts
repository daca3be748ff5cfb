/** Go on or stop? Every criterion is evaluated; the verdict and all evaluations go into the ledger. */
import type { EventDraft, StopReason } from '@toolthread/core';
import type { Evaluation } from '@toolthread/core/events';
import { formatDuration } from '@toolthread/core/text';
import type { ModelEnd } from '../response/held-to-contract.ts';
import type { Run } from '../run/run.ts';
import { criteria, factsOf } from './criteria.ts';

/** The longest wait for a provider. If it wants more, the run ends, and a person can continue it. */
const LONGEST_RETRY_AFTER_MS = 300_000;

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

/**
 * `judgeRun(run, end)`, asked when no call is open, after a response that ended so. Cheap: it looks only at this run's
 * steps. The first criterion that says stop decides.
 */
export function judgeRun(run: Run, end: ModelEnd | undefined): Continuation {
  const { limits, scope, id, prices } = run;
  const asked = askedWait(end);
  // An earlier request would be refused again.
  const tooLong = asked > LONGEST_RETRY_AFTER_MS;
  const retryable = (end?.error?.retryable ?? true) && !tooLong;
  const facts = factsOf({ state: run.state(), scope, run: id, limits, prices, retryable, stopped: run.stopped() });
  const words = criteria.map((criterion) => criterion(facts));
  const common = { evaluations: words.map(({ evaluation }) => evaluation), failures: facts.failures };
  const stop = words.find(({ evaluation }) => evaluation.verdict === 'stop');
  if (stop === undefined) {
    return { ...common, goOn: true, stopReason: 'completed', resolvedBy: 'finish_reason', message: undefined };
  }
  const { stopReason, evaluation } = stop;
  const why = stopReason === 'completed' ? undefined : (facts.last?.end?.error?.message ?? evaluation.reason);
  const message =
    tooLong && why !== undefined
      ? `${why} (The provider wants a wait of ${asked > DAY_MS ? 'more than a day' : formatDuration(asked)}.)`
      : why;
  return { ...common, goOn: false, stopReason, resolvedBy: evaluation.criterion, message };
}

const DAY_MS = 86_400_000;

/** How many milliseconds the provider wants us to wait; none if it gives no number. */
export function askedWait(end: ModelEnd | undefined): number {
  const asked = end?.error?.retryAfterMs ?? 0;
  return asked > 0 ? Math.ceil(asked) : 0;
}

/** Did it stop because something failed? A limit or a stop is no failure. */
export function isFailure({ stopReason, resolvedBy }: Continuation): boolean {
  return stopReason === 'error' || stopReason === 'retry_limit' || resolvedBy === 'errors';
}

/** One of our limits ended it: the model is asked for last words. (With a full context it could not answer.) */
export function hasLastWords(resolvedBy: string): boolean {
  return resolvedBy === 'steps' || resolvedBy === 'tokens' || resolvedBy === 'money' || resolvedBy === 'time';
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
