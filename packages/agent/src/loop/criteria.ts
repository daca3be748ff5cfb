/** The criteria of continuation, in the order in which they decide. Each looks at the ledger and at its own limit. */
import type { Step, StopReason, ThreadState } from '@toolthread/core';
import type { Evaluation } from '@toolthread/core/events';
import { isAskedToGoOn } from '../state/is-asked-to-go-on.ts';
import { loopRequest, wantsEnd } from '../state/loop-request.ts';
import { lastStep, readUpTo, spokenSince } from '../state/open-calls.ts';
import type { Limits } from '../run/limits.ts';
import { newestSteps } from '../state/newest-steps.ts';
import { expensesOf, spendingOf } from '../state/spending.ts';
import type { Prices, Spending } from '../state/spending.ts';
import { workingTime } from '../state/working-time.ts';
import { logBackwards } from '../state/log-backwards.ts';

interface Inquiry {
  readonly state: ThreadState;
  readonly scope: string | undefined;
  readonly run: string;
  readonly limits: Limits;
  readonly prices: Prices;
  /** What the provider said of the last failure; the ledger does not keep it. */
  readonly retryable: boolean;
  /** A person, or whoever started the run, wants it to end. */
  readonly stopped: boolean;
}

export interface Facts extends Inquiry {
  readonly last: Step | undefined;
  /** Of this run since a person spoke, the newest first. */
  readonly steps: readonly Step[];
  /** Failed requests in a row until now. */
  readonly failures: number;
  readonly spent: Spending;
}

export function factsOf(inquiry: Inquiry): Facts {
  const { state, scope, run, prices } = inquiry;
  const steps = newestSteps(state, scope, run);
  const good = steps.findIndex((step) => !failed(step));
  const failures = good === -1 ? steps.length : good;
  const spent = spendingOf(expensesOf(state, scope, run), prices);
  return { ...inquiry, steps, failures, spent, last: lastStep(state, scope) };
}

export interface Judged {
  readonly evaluation: Evaluation;
  /** Why the run stops, if this stops it. */
  readonly stopReason: StopReason;
}

export const criteria: readonly ((facts: Facts) => Judged)[] = [
  byUser,
  byFinish,
  byErrors,
  byRetries,
  byGuard,
  bySteps,
  byTokens,
  byMoney,
  byTime,
];

function byUser({ stopped }: Facts): Judged {
  return judged('user', stopped ? 'stop' : 'pass', stopped ? 'asked to stop' : 'no objection', 'user_requested');
}

function byFinish({ state, scope, last }: Facts): Judged {
  const criterion = 'finish_reason';
  if (spokenSince(state, scope, readUpTo(last), 'everything')) return judged(criterion, 'continue', 'somebody spoke');
  if (isAskedToGoOn(state, scope)) return judged(criterion, 'continue', 'asked to go on');
  if (last === undefined) return judged(criterion, 'stop', 'nothing was said');
  const reason = last.end?.reason ?? 'unknown';
  if (last.end?.discarded === true || last.owesResult || reason === 'pause')
    return judged(criterion, 'continue', reason);
  const asItShould = reason === 'stop' || reason === 'tool_calls';
  return judged(criterion, 'stop', reason, asItShould ? 'completed' : 'finish_reason');
}

function byErrors({ state, scope, last, failures, retryable }: Facts): Judged {
  const criterion = 'errors';
  if (last === undefined || failures === 0) return judged(criterion, 'pass', 'none');
  if (last.end?.reason === 'overflow') {
    if (isCompactedSince(state, scope, last.seq)) return judged(criterion, 'continue', 'room was made');
    return judged(criterion, 'stop', 'the context is full', 'token_limit');
  }
  if (!retryable) return judged(criterion, 'stop', 'the failure will not pass', 'error');
  return judged(criterion, 'continue', 'the failure may pass');
}

function isCompactedSince(state: ThreadState, scope: string | undefined, seq: number): boolean {
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'compaction' && entry.compaction.scope === scope) return entry.compaction.seq > seq;
    if (entry.kind === 'step' && (state.steps.get(entry.step)?.seq ?? 0) <= seq) return false;
  }
  return false;
}

function byRetries({ failures, limits }: Facts): Judged {
  const words = `${failures} failures in a row, and ${limits.retries} are allowed`;
  return judged('retries', failures > limits.retries ? 'stop' : 'pass', words, 'retry_limit');
}

function byGuard({ state, scope, last }: Facts): Judged {
  const request = last === undefined ? undefined : loopRequest(state, last);
  if (request === undefined) return judged('guard', 'pass', 'it does not repeat itself');
  const ends = wantsEnd(request) && !spokenSince(state, scope, readUpTo(last), 'everything');
  return judged('guard', ends ? 'stop' : 'pass', 'it repeated itself', 'guard');
}

function bySteps({ steps, limits }: Facts): Judged {
  const made = steps.filter((step) => step.end?.discarded !== true).length;
  return judged('steps', made >= limits.steps ? 'stop' : 'pass', outOf(String(made), limits.steps), 'steps_limit');
}

function byTokens({ spent, limits }: Facts): Judged {
  const words = outOf(String(spent.tokens), limits.tokens);
  return judged('tokens', spent.tokens >= limits.tokens ? 'stop' : 'pass', words, 'token_limit');
}

function byMoney({ spent, limits }: Facts): Judged {
  const unknown = spent.unpriced === 0 ? '' : `, and ${spent.unpriced} responses of unknown price`;
  const words = `${outOf(spent.money.toFixed(4), limits.money)}${unknown}`;
  return judged('money', spent.money >= limits.money ? 'stop' : 'pass', words, 'token_limit');
}

function byTime({ state, steps, limits }: Facts): Judged {
  const ms = workingTime(state, steps);
  return judged('time', ms >= limits.ms ? 'stop' : 'pass', outOf(`${Math.round(ms)} ms`, limits.ms), 'time_limit');
}

/** `250 of 1000`, or `250, without a limit`. */
function outOf(used: string, limit: number): string {
  return limit === Infinity ? `${used}, without a limit` : `${used} of ${limit}`;
}

function judged(
  criterion: string,
  verdict: Evaluation['verdict'],
  reason: string,
  stopReason: StopReason = 'completed',
): Judged {
  return { evaluation: { criterion, verdict, reason }, stopReason };
}

function failed(step: Step): boolean {
  return step.end?.discarded === true && step.end.reason !== 'aborted';
}
