/**
 * The agent loop. It holds no state that the ledger does not: kill it after any event, call it again on the same thread,
 * and it goes on.
 */
import { isAtWork, scopeKind, scopesAtWork } from '@toolthread/core';
import type { EventDraft, RunStatus, ThreadState } from '@toolthread/core';
import { breakLoop } from './break-loop.ts';
import { changedWorkspace } from '../changes/changed-workspace.ts';
import { childOf } from '../state/child-of.ts';
import { configuration } from './configuration.ts';
import { continuationDraft, isFailure, isLimit, judge } from './continuation.ts';
import type { Continuation } from './continuation.ts';
import { waitsForPerson } from '../state/has-work.ts';
import { ThreadLedger } from '../run/thread-ledger.ts';
import { closingSince, lastWordsAsked } from './last-words-asked.ts';
import { loopRequest } from '../state/loop-request.ts';
import { makeRoom } from './make-room.ts';
import { lastStep, openCalls, readUpTo, spokenSince } from '../state/open-calls.ts';
import { recoverScope } from '../state/recover-run.ts';
import { openRun } from '../run/run.ts';
import type { Run, RunEnd, RunOptions } from '../run/run.ts';
import { runStep } from './run-step.ts';
import { dropCalls, settleCalls } from './settle-calls.ts';
import type { ModelEnd } from '../response/to-ledger.ts';
import { withInstructions } from '../workspace/with-instructions.ts';

/**
 * `const { ended } = await runAgent({ thread, model, tools, policy, signal, append })`
 *
 * Contract: the status it ended with is in the ledger; every call it made has its result there, or waits for a person.
 * It rejects only with what `append` rejected with, or `blobs` when the workspace was to be saved there; then its tools are
 * stopped and nothing was written after.
 */
export async function runAgent(options: RunOptions): Promise<RunEnd> {
  const system = await withInstructions(options.system, options.workspace ?? options.thread.workspace);
  const run = openRun({ ...options, system }, new ThreadLedger(options.thread, options.append), perform);
  try {
    return await perform(run);
  } finally {
    run.close();
  }
}

/** A run whose ledger is open already: a child's, a member's. */
export async function perform(run: Run): Promise<RunEnd> {
  await begin(run);
  return work(run);
}

async function begin(run: Run): Promise<void> {
  await run.write();
  const own = run.own();
  const open = isAtWork(own?.status);
  // A stop that ended an earlier run must not end this one.
  const fresh: readonly EventDraft[] = !open && own?.stopRequested === true ? [statusDraft(run, 'queued')] : [];
  await run.write(...recoverScope(run.state(), run.scope), ...fresh, ...configuration(run, [...run.tools.values()]));
}

async function work(run: Run): Promise<RunEnd> {
  let end: ModelEnd | undefined;
  for (;;) {
    if (isStopped(run)) return cancel(run, verdictOn(run, end));
    await enter(run, 'running');
    const closing = closingSince(run.state(), run.scope, run.id);
    if (closing !== undefined) {
      const ended = await speakLastWords(run, closing);
      if (ended !== undefined) return ended;
      continue;
    }
    const before = run.state();
    if (openCalls(before, run.scope).length > 0) {
      if ((await settleCalls(run)) === 'waiting') {
        if (await suspend(run)) return { ended: 'awaiting_user' };
      } else if (isStuck(run, before)) return giveUp(run);
      continue;
    }
    const loop = await breakLoop(run);
    if (loop === 'open' && (await rest(run))) return { ended: 'awaiting_user' };
    if (loop !== 'clear') continue;
    if (end?.reason === 'overflow') await makeRoom(run, 'it was refused');
    const verdict = verdictOn(run, end);
    // Asked for since the last look at it: a stop is never told as an end that the run came to by itself.
    if (verdict.resolvedBy === 'user') return cancel(run, verdict);
    if (verdict.goOn) {
      await backOff(run, verdict, end);
      await makeRoom(run, 'it may be full');
      if (!isStopped(run)) end = await runStep(run);
      continue;
    }
    const ended = await finish(run, verdict);
    if (ended !== undefined) return ended;
  }
}

function verdictOn(run: Run, end: ModelEnd | undefined): Continuation {
  const { limits, scope, id, prices } = run;
  const retryable = end?.error?.retryable ?? true;
  return judge({ state: run.state(), scope, run: id, limits, prices, retryable, stopped: isStopped(run) });
}

/** Aborted here, or asked for in the ledger, by whomever: it is the same stop. */
function isStopped(run: Run): boolean {
  return run.signal.aborted || run.own()?.stopRequested === true;
}

/** A move that changed nothing would be made for ever: the ledger does not take the results of these calls. */
function isStuck(run: Run, before: ThreadState): boolean {
  if (isStopped(run)) return false;
  const [then, now] = [openCalls(before, run.scope), openCalls(run.state(), run.scope)];
  const children = now.some((call) => childOf(before, call) !== childOf(run.state(), call));
  return !children && now.length === then.length && now.every((call, n) => call === then[n]);
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
  await run.write(...(await accountOf(run)), continuationDraft(stuck), statusDraft(run, 'failed', message));
  return { ended: 'failed' };
}

const LONGEST_BACKOFF_MS = 30_000;
const LONGEST_RETRY_AFTER_MS = 300_000;

async function backOff(run: Run, { failures }: Continuation, end: ModelEnd | undefined): Promise<void> {
  if (failures === 0 || end?.reason === 'overflow') return;
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
  const answered = calls.length === 0 || calls.some((call) => !waitsForPerson(state, call));
  const spoken = spokenSince(state, scope, readUpTo(lastStep(state, scope)), 'what cannot wait');
  return !answered && !spoken && !isStopped(run);
}

/** The same for the question that breaks a loop. */
async function rest(run: Run): Promise<boolean> {
  await enter(run, 'awaiting_user');
  return (await breakLoop(run)) === 'open' && !isStopped(run);
}

/** Undefined if somebody spoke at the same moment, or the last words are still to come: then there is more to do. */
async function finish(run: Run, verdict: Continuation): Promise<RunEnd | undefined> {
  if (isLimit(verdict.resolvedBy)) {
    await run.write(continuationDraft(verdict));
    return undefined;
  }
  const failed = isFailure(verdict);
  const ended = failed ? 'failed' : 'completed';
  const account = await accountOf(run);
  await run.write(
    ...account,
    continuationDraft(verdict),
    statusDraft(run, ended, failed ? verdict.message : undefined),
  );
  if (failed) return { ended };
  return isSpokenToLately(run) ? undefined : { ended };
}

const MOST_LAST_WORDS = 2;

/** One response without tools; a second one only if the first failed. Calls that it makes all the same do not run. */
async function speakLastWords(run: Run, since: number): Promise<RunEnd | undefined> {
  const open = openCalls(run.state(), run.scope);
  if (open.length > 0) {
    await dropCalls(run, open, 'skipped', 'Skipped: the run has reached its limit.');
    return undefined;
  }
  const asked = lastWordsAsked(run.state(), run.scope, since);
  const failed = lastStep(run.state(), run.scope)?.end?.discarded === true;
  if (asked === 0 || (failed && asked < MOST_LAST_WORDS)) {
    await makeRoom(run, 'it may be full');
    if (!isStopped(run)) await runStep(run, 'last words');
    return undefined;
  }
  await run.write(...(await accountOf(run)), statusDraft(run, 'completed'));
  return isSpokenToLately(run) ? undefined : { ended: 'completed' };
}

function isSpokenToLately(run: Run): boolean {
  return spokenSince(run.state(), run.scope, readUpTo(lastStep(run.state(), run.scope)), 'everything');
}

async function cancel(run: Run, verdict: Continuation): Promise<RunEnd> {
  const open = openCalls(run.state(), run.scope);
  const waiting = open.filter(({ state }) => state.name === 'waiting');
  const running = open.filter(({ state }) => state.name === 'running');
  const others = open.filter(({ state }) => state.name === 'called');
  await dropCalls(run, running, 'interrupted', 'Stopped with its child agent.');
  await dropCalls(run, waiting, 'interrupted', 'Stopped while it waited for the user.');
  await dropCalls(run, others, 'skipped', 'Stopped before it started.');
  await run.write(...openLoopRequest(run), continuationDraft(verdict), statusDraft(run, 'cancelled'));
  // A stop waits for nothing: not for the picture of a large workspace either.
  const account = await accountOf(run);
  if (account.length > 0) await run.write(...account);
  return { ended: 'cancelled' };
}

/** What was changed in the workspace is told once, by whoever is the last to end. */
async function accountOf(run: Run): Promise<readonly EventDraft[]> {
  const isChild = scopeKind(run.scope) === 'child';
  const isLast = scopesAtWork(run.state()).every((scope) => scope === run.scope);
  return !isChild && isLast ? changedWorkspace(run) : [];
}

function openLoopRequest(run: Run): readonly EventDraft[] {
  const last = lastStep(run.state(), run.scope);
  const request = last === undefined ? undefined : loopRequest(run.state(), last);
  if (request === undefined || request.settled !== undefined) return [];
  return [{ type: 'request.resolved', request: request.id, decision: 'withdrawn', reason: 'Stopped.' }];
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
