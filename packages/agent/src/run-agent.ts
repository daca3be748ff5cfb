/**
 * The agent loop. It holds no state that the ledger does not: kill it after any event, call it again on the same thread,
 * and it goes on.
 */
import type { EventDraft, RunStatus, ThreadState } from '@toolthread/core';
import { configuration } from './configuration.ts';
import { continuationDraft, judge } from './continuation.ts';
import type { Continuation } from './continuation.ts';
import { lastStep, openCalls, readUpTo, spokenSince } from './open-calls.ts';
import { recoverScope } from './recover-run.ts';
import { openRun } from './run.ts';
import type { Run, RunOptions } from './run.ts';
import { runStep } from './run-step.ts';
import { dropCall, settleCalls } from './settle-calls.ts';
import type { ModelEnd } from './to-ledger.ts';

export interface RunEnd {
  readonly ended: 'completed' | 'failed' | 'cancelled' | 'awaiting_user';
}

/**
 * `const { ended } = await runAgent({ thread, model, tools, policy, signal, append })`
 *
 * Contract: the status it ended with is in the ledger; every call it made has its result there, or waits for a person.
 * It rejects only with what `append` rejected with; then its tools are stopped and nothing was written after.
 */
export async function runAgent(options: RunOptions): Promise<RunEnd> {
  const run = openRun(options);
  try {
    await begin(run);
    return await work(run);
  } finally {
    run.close();
  }
}

async function begin(run: Run): Promise<void> {
  await run.write();
  const own = run.own();
  const open = own?.status === 'queued' || own?.status === 'running' || own?.status === 'awaiting_user';
  // A stop that ended an earlier run must not end this one.
  const fresh: readonly EventDraft[] = !open && own?.stopRequested === true ? [statusDraft(run, 'queued')] : [];
  await run.write(...recoverScope(run.state(), run.scope), ...fresh, ...configuration(run));
}

async function work(run: Run): Promise<RunEnd> {
  let end: ModelEnd | undefined;
  for (;;) {
    if (isStopped(run)) return cancel(run);
    await enter(run, 'running');
    const before = run.state();
    if (openCalls(before, run.scope).length > 0) {
      if ((await settleCalls(run)) === 'waiting') {
        if (await suspend(run)) return { ended: 'awaiting_user' };
      } else if (isStuck(run, before)) return giveUp(run);
      continue;
    }
    const { limits, scope, id } = run;
    const retryable = end?.error?.retryable ?? true;
    const verdict = judge({ state: run.state(), scope, run: id, limits, retryable });
    if (verdict.goOn) {
      await backOff(run, verdict, end);
      if (!isStopped(run)) end = await runStep(run);
      continue;
    }
    const ended = await finish(run, verdict);
    if (ended !== undefined) return ended;
  }
}

/** Aborted here, or asked for in the ledger, by whomever: it is the same stop. */
function isStopped(run: Run): boolean {
  return run.signal.aborted || run.own()?.stopRequested === true;
}

/** A move that changed nothing would be made for ever: the ledger does not take the results of these calls. */
function isStuck(run: Run, before: ThreadState): boolean {
  if (isStopped(run) || run.state().calls.open.size !== before.calls.open.size) return false;
  const [then, now] = [before, run.state()].map((state) => openCalls(state, run.scope));
  return now?.every((call, n) => call === then?.[n]) === true;
}

async function giveUp(run: Run): Promise<RunEnd> {
  const message = 'The ledger does not take the results of the open calls.';
  const evaluations = [{ criterion: 'guard', verdict: 'stop', reason: message } as const];
  const stuck: Continuation = {
    goOn: false,
    stopReason: 'guard',
    resolvedBy: 'guard',
    evaluations,
    message,
    failures: 0,
  };
  await run.write(continuationDraft(stuck), statusDraft(run, 'failed', message));
  return { ended: 'failed' };
}

const LONGEST_BACKOFF_MS = 30_000;
const LONGEST_RETRY_AFTER_MS = 300_000;

async function backOff(run: Run, { failures }: Continuation, end: ModelEnd | undefined): Promise<void> {
  if (failures === 0) return;
  const doubled = Math.min(run.limits.backoffMs * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  const asked = Math.min(end?.error?.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  await run.clock.sleep(Math.max(doubled, asked), run.signal);
}

/** True if the run rests now. An answer, a word or a stop that came at the same moment is not left lying. */
async function suspend(run: Run): Promise<boolean> {
  await enter(run, 'awaiting_user');
  const { scope } = run;
  const state = run.state();
  const calls = openCalls(state, scope);
  const answered = calls.length === 0 || calls.some((call) => call.state.name !== 'waiting');
  const spoken = spokenSince(state, scope, readUpTo(lastStep(state, scope)), 'what cannot wait');
  return !answered && !spoken && !isStopped(run);
}

/** Undefined if somebody spoke at the same moment: then there is more to do. */
async function finish(run: Run, verdict: Continuation): Promise<RunEnd | undefined> {
  const { stopReason, message } = verdict;
  const failed = stopReason === 'error' || stopReason === 'retry_limit' || stopReason === 'token_limit';
  const ended = failed ? 'failed' : 'completed';
  await run.write(continuationDraft(verdict), statusDraft(run, ended, failed ? message : undefined));
  if (failed) return { ended };
  const seen = readUpTo(lastStep(run.state(), run.scope));
  return spokenSince(run.state(), run.scope, seen, 'everything') ? undefined : { ended };
}

async function cancel(run: Run): Promise<RunEnd> {
  const left = openCalls(run.state(), run.scope).flatMap((call) =>
    call.state.name === 'waiting'
      ? dropCall(call, 'interrupted', 'Stopped while it waited for the user.')
      : dropCall(call, 'skipped', 'Stopped before it started.'),
  );
  const stopped: Continuation = {
    goOn: false,
    stopReason: 'user_requested',
    resolvedBy: 'stop_request',
    evaluations: [{ criterion: 'stop_request', verdict: 'stop' }],
    message: undefined,
    failures: 0,
  };
  await run.write(...left, continuationDraft(stopped), statusDraft(run, 'cancelled'));
  return { ended: 'cancelled' };
}

async function enter(run: Run, status: RunStatus): Promise<void> {
  if (run.own()?.status !== status) await run.write(statusDraft(run, status));
}

function statusDraft(run: Run, status: RunStatus, message?: string): EventDraft {
  const previous = run.own()?.status;
  return {
    type: 'agent.status',
    status,
    ...(previous === undefined ? {} : { previous_status: previous }),
    ...(message === undefined ? {} : { error_message: message }),
  };
}
