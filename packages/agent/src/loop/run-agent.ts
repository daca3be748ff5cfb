/**
 * The agent loop. It holds no state that the ledger does not: kill it after any event, call it again on the same thread,
 * and it goes on.
 */
import { isAtWork, scopeKind, scopesAtWork } from '@toolthread/core';
import type { EventDraft, RunStatus, ThreadState } from '@toolthread/core';
import { completeCall, runCall } from '../calls/run-call.ts';
import type { Work } from '../calls/run-call.ts';
import { changedWorkspace, savedWorkspace } from '../changes/changed-workspace.ts';
import type { ModelEnd } from '../response/held-to-contract.ts';
import { openRun } from '../run/run.ts';
import { waitForAttempt } from '../run/wait-for-attempt.ts';
import type { Run, RunEnd, RunOptions } from '../run/run.ts';
import { ThreadLedger } from '../run/thread-ledger.ts';
import { callName } from '../state/call-name.ts';
import { childOf } from '../state/child-of.ts';
import { hasEnded } from '../state/has-ended.ts';
import { waitsForPerson } from '../state/has-work.ts';
import { lastStep, openCalls, readUpTo, spokenSince } from '../state/open-calls.ts';
import { recoverScope } from '../state/recover-run.ts';
import { statusDraft } from '../state/status-draft.ts';
import type { ChildTask } from '../tool/tool.ts';
import { holdWorkspace } from '../workspace/hold-workspace.ts';
import { withInstructions } from '../workspace/with-instructions.ts';
import { breakLoop } from './break-loop.ts';
import { cancelRun, dropCalls } from './cancel-run.ts';
import { configuration } from './configuration.ts';
import { askedWait, continuationDraft, hasLastWords, isFailure, judgeRun } from './continuation.ts';
import type { Continuation } from './continuation.ts';
import { closingSince, lastWordsAsked } from './last-words-asked.ts';
import { makeRoom } from './make-room.ts';
import { childStart, childValue, openChild } from './open-child.ts';
import { runStep } from './run-step.ts';
import { settleCalls } from './settle-calls.ts';

/**
 * Makes an agent work until there is nothing to do, or a person has to say something.
 *
 * Contract: the status it ended with is in the ledger; every call it made has its result there, or waits for a person.
 * It rejects only with what `append` or `spendingProblem` rejected with, or `blobs` when the workspace was to be saved there, or if `append` breaks its
 * contract; then its tools are stopped and nothing was written after. Options that no run can work with are refused before anything is written.
 *
 * @example
 * import { type Append, policyByTool } from '@toolthread/agent';
 * import { foldAll } from '@toolthread/core';
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * const events = exampleEvents.slice(0, 2);
 * let given = events.length;
 * const append: Append = async (drafts) => {
 *   for (const draft of drafts) events.push({ ...draft, v: 1, thread: 't1', seq: events.length + 1, at: 0 });
 *   return events.slice(given, (given = events.length));
 * };
 * const model = scriptedModel([[{ type: 'text', text: 'Only the linter.' }]], { speed: Infinity });
 * const { signal } = new AbortController();
 * const policy = policyByTool({}, 'ask');
 * await runAgent({ thread: foldAll(events), append, model, tools: [], policy, signal }); //=> { ended: 'completed' }
 * foldAll(events).scopes.get('')?.status; //=> 'completed'
 */
export async function runAgent(options: RunOptions): Promise<RunEnd> {
  const ledger = new ThreadLedger(options.thread, options.append);
  const system = await withInstructions(options.system, options.workspace ?? options.thread.workspace);
  return performRun(openRun({ ...options, system }, ledger));
}

/** To its end, and closes it. */
export async function performRun(run: Run): Promise<RunEnd> {
  const release = holdWorkspace(run.workspace);
  try {
    await begin(run);
    return await work(run);
  } finally {
    release();
    run.close();
  }
}

async function begin(run: Run): Promise<void> {
  await run.write();
  const own = run.own();
  const open = isAtWork(own?.status);
  // A stop that ended an earlier run must not end this run too.
  const fresh: readonly EventDraft[] =
    !open && own?.stopRequested === true ? [statusDraft(run.state(), run.scope, 'queued')] : [];
  const configured = await configuration(run, [...run.tools.values()]);
  await run.write(...recoverScope(run.state(), run.scope), ...fresh, ...configured);
}

async function work(run: Run): Promise<RunEnd> {
  let end: ModelEnd | undefined;
  for (;;) {
    if (run.stopped()) return cancel(run, judgeRun(run, end));
    await enter(run, 'running');
    const closing = closingSince(run.state(), run.scope, run.id);
    if (closing !== undefined) {
      const ended = await speakLastWords(run, closing);
      if (ended !== undefined) return ended;
      continue;
    }
    const before = run.state();
    if (openCalls(before, run.scope).length > 0) {
      const next = await settleCalls(run);
      if (next === 'waiting') {
        if (await suspend(run)) return { ended: 'awaiting_user' };
        continue;
      }
      if (next !== 'moved') await runTogether(run, next);
      if (isStuck(run, before)) return giveUp(run, 'guard', STUCK);
      continue;
    }
    const loop = await breakLoop(run);
    if (loop === 'open' && (await rest(run))) return { ended: 'awaiting_user' };
    if (loop !== 'clear') continue;
    if (end?.reason === 'overflow') {
      const over = await endAtSpendingLimit(run);
      if (over !== undefined) return over;
      await makeRoom(run, 'it was refused');
    }
    const verdict = judgeRun(run, end);
    // A stop that came since the last check: it must be recorded as a stop, not as if the run had ended by itself.
    if (verdict.resolvedBy === 'user') return cancel(run, verdict);
    if (verdict.goOn) {
      await backOff(run, verdict, end);
      await makeRoom(run, 'it may be full');
      const over = await endAtSpendingLimit(run);
      if (over !== undefined) return over;
      if (!run.stopped()) end = await runStep(run);
      continue;
    }
    const ended = await finish(run, verdict);
    if (ended !== undefined) return ended;
  }
}

/** The starts are durable before anything runs: after a crash they prove what may have run. */
async function runTogether(run: Run, works: readonly Work[]): Promise<void> {
  const writes = works.some(({ tool, work }) => (!tool.safe || tool.claimed === true) && work.child === undefined);
  const saved = writes ? await savedWorkspace(run, run.signal) : [];
  if (run.signal.aborted) return;
  await run.write(...saved, ...works.flatMap((one) => startOf(run, one)));
  const ends = await Promise.allSettled(
    works.map((one) => (one.work.child === undefined ? runCall(run, one) : runChild(run, one, one.work.child))),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function startOf(run: Run, { call, work }: Work): readonly EventDraft[] {
  if (work.child !== undefined) return childStart(run.state(), call, work.child);
  return [{ type: 'agent.tool.started', ...callName(call) }];
}

/** Runs the child to its end, or goes on where it was interrupted. While the child waits for a person, so does the call. */
async function runChild(run: Run, work: Work, task: ChildTask): Promise<void> {
  const startedAt = run.clock.now();
  if (!hasEnded(childOf(run.state(), work.call))) {
    // It works in the same folder, under the same instructions.
    const system = await withInstructions(task.system, run.workspace);
    const { ended } = await performRun(openChild(run, work.call, run.signal, system));
    if (ended === 'awaiting_user') return;
  }
  await completeCall(run, work, childValue(run.state(), work.call), startedAt);
}

/** Nothing changed, so the next round would be the same, endlessly: the ledger does not accept the results of these calls. */
function isStuck(run: Run, before: ThreadState): boolean {
  if (run.stopped()) return false;
  const [then, now] = [openCalls(before, run.scope), openCalls(run.state(), run.scope)];
  const children = now.some((call) => childOf(before, call) !== childOf(run.state(), call));
  return !children && now.length === then.length && now.every((call, n) => call === then[n]);
}

const STUCK = 'The ledger does not take the results of the open calls.';

/** Undefined if the next request may be made, or a stop came meanwhile. */
async function endAtSpendingLimit(run: Run): Promise<RunEnd | undefined> {
  const words = run.stopped() ? undefined : await run.spendingProblem?.();
  return words === undefined || run.stopped() ? undefined : giveUp(run, 'spending_limit', words);
}

async function giveUp(run: Run, why: 'guard' | 'spending_limit', message: string): Promise<RunEnd> {
  const evaluations = [{ criterion: why, verdict: 'stop', reason: message } as const];
  const verdict: Continuation = {
    goOn: false,
    stopReason: why,
    resolvedBy: why,
    evaluations,
    message,
    failures: 0,
  };
  await run.write(
    ...(await accountOf(run)),
    continuationDraft(verdict),
    statusDraft(run.state(), run.scope, 'failed', message),
  );
  return { ended: 'failed' };
}

const LONGEST_BACKOFF_MS = 30_000;

async function backOff(run: Run, { failures }: Continuation, end: ModelEnd | undefined): Promise<void> {
  if (failures === 0 || end?.reason === 'overflow') return;
  const doubled = Math.min(run.limits.backoffMs * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  const wait = Math.max(doubled, askedWait(end));
  const failed = lastStep(run.state(), run.scope);
  if (failed !== undefined)
    await run.write({
      type: 'agent.step.retrying',
      step: failed.step,
      attempt: failures + 1,
      max_attempts: run.limits.retries + 1,
      until: run.clock.now() + wait,
    });
  await waitForAttempt(run, wait);
}

/** True if the run waits now. An answer, a message or a stop that came at the same moment is not missed. */
async function suspend(run: Run): Promise<boolean> {
  await enter(run, 'awaiting_user');
  const { scope } = run;
  const state = run.state();
  const calls = openCalls(state, scope);
  const answered = calls.length === 0 || calls.some((call) => !waitsForPerson(state, call));
  const spoken = spokenSince(state, scope, readUpTo(lastStep(state, scope)), 'what cannot wait');
  return !answered && !spoken && !run.stopped();
}

/** The same, for the question that breaks a loop. */
async function rest(run: Run): Promise<boolean> {
  await enter(run, 'awaiting_user');
  return (await breakLoop(run)) === 'open' && !run.stopped();
}

/** Undefined if there is more to do: somebody spoke at the same moment, or the last words are still to come. */
async function finish(run: Run, verdict: Continuation): Promise<RunEnd | undefined> {
  if (hasLastWords(verdict.resolvedBy)) {
    await run.write(continuationDraft(verdict));
    return undefined;
  }
  const failed = isFailure(verdict);
  const ended = failed ? 'failed' : 'completed';
  const account = await accountOf(run);
  await run.write(
    ...account,
    continuationDraft(verdict),
    statusDraft(run.state(), run.scope, ended, failed ? verdict.message : undefined),
  );
  if (failed) return { ended };
  return isSpokenToLately(run) ? undefined : { ended };
}

const MOST_LAST_WORDS = 2;

/** One response without tools; a second one only if the first failed. If it contains calls anyway, they do not run. */
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
    const over = await endAtSpendingLimit(run);
    if (over !== undefined) return over;
    if (!run.stopped()) await runStep(run, 'last words');
    return undefined;
  }
  await run.write(...(await accountOf(run)), statusDraft(run.state(), run.scope, 'completed'));
  return isSpokenToLately(run) ? undefined : { ended: 'completed' };
}

function isSpokenToLately(run: Run): boolean {
  return spokenSince(run.state(), run.scope, readUpTo(lastStep(run.state(), run.scope)), 'everything');
}

async function cancel(run: Run, verdict: Continuation): Promise<RunEnd> {
  const end = await cancelRun(run, verdict);
  // A stop waits for nothing, not even for the snapshot of a large workspace.
  const account = await accountOf(run);
  if (account.length > 0) await run.write(...account);
  return end;
}

/** What was changed in the workspace is recorded once, by the run that ends last. */
async function accountOf(run: Run): Promise<readonly EventDraft[]> {
  const isChild = scopeKind(run.scope) === 'child';
  const isLast = scopesAtWork(run.state()).every((scope) => scope === run.scope);
  return !isChild && isLast ? changedWorkspace(run) : [];
}

async function enter(run: Run, status: RunStatus): Promise<void> {
  if (run.own()?.status !== status) await run.write(statusDraft(run.state(), run.scope, status));
}
