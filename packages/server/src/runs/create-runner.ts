import { randomUUID } from 'node:crypto';
import { editProblem } from '@toolthread/agent';
import { openRunId, type ThreadState } from '@toolthread/core';
import { eventLoop, type LedgerError, type Result, type RunClaim } from '@toolthread/store';
import { createNode } from '../nodes/create-node.ts';
import { LookedAt } from '../nodes/looked-at.ts';
import { ownClaims, type Wanted } from '../nodes/run-claims.ts';
import { runsOfNode } from '../nodes/runs-of-node.ts';
import { strandedWords } from '../nodes/stranded-words.ts';
import { type Allowance, allowanceOf, limitWords } from '../spending/allowance.ts';
import type { RunInput } from './agent.ts';
import { createAlone, type IsDue, type Task, type Tried } from './create-alone.ts';
import { DATABASE_AWAY, OTHER_AWAY } from './cut-off-by.ts';
import { createExpiries } from './expiries.ts';
import { expireRequests } from './expire-requests.ts';
import { failRun } from './fail-run.ts';
import { isStopping } from '@toolthread/core/queries';
import { ledgerBlobs } from './ledger-blobs.ts';
import { personAsking } from './people/person-asking.ts';
import { queueThread } from './queue-thread.ts';
import { createRemovedPeople } from './people/removed-people.ts';
import { RunLost, unwrap } from './run-lost.ts';
import { runPayer } from './people/run-payer.ts';
import { runWriter } from './run-writer.ts';
import { createRunSlots, USUAL_RUNS } from './run-slots.ts';
import type { RunnerOptions } from './runner-options.ts';
import type { Runner } from './runner.ts';
import { type Asked, createStops, type Stopped } from './stops.ts';
import { tryNow } from './try-now.ts';
import { whenWritable } from './when-writable.ts';
import { newWork, noted, type Work } from './work.ts';

/**
 * Runs the agent: one run for each thread at a time, and a limited number of threads at a time.
 *
 * @example
 * import { openLedger } from '@toolthread/store';
 * const opened = await openLedger({ file: await exampleLedger() });
 * if (!opened.ok) throw new Error(opened.error.message);
 * const ledger = opened.value;
 * const [thread] = await ledger.listThreads({ limit: 1 }).then((listed) => (listed.ok ? listed.value : []));
 * const asked = Promise.withResolvers<string | undefined>();
 * const runner = createRunner({
 *   ledger,
 *   agent: {
 *     hasWork: (state) => {
 *       asked.resolve(state.title);
 *       return false;
 *     },
 *     run: async () => undefined,
 *     recover: () => [],
 *   },
 * });
 * runner.wake(thread?.id ?? '');
 * await asked.promise; //=> 'Parser'
 * await runner.close();
 * await ledger.close();
 */
export function createRunner(options: RunnerOptions): Runner {
  const { ledger, agent, now = Date.now } = options;
  // Whoever has no name takes every run that is under way for one that an earlier life of its own left.
  if (options.node === undefined && ledger.listen !== undefined) throw new Error(UNNAMED);
  const tellError = options.onError ?? ((error) => console.error(error));
  const blobs = ledgerBlobs(ledger);
  const slots = createRunSlots(options.runs ?? USUAL_RUNS);
  const working = new Map<string, Work>();
  const expiries = createExpiries({ ledger, now, onExpired: expire, onError, ...(options.node && { lookMs: 10_000 }) });
  const closing = new AbortController();
  const stops = createStops({ ledger, onRecorded: wake, closing: closing.signal });
  const damaged = new Set<string>();
  const idle = new LookedAt();
  const outOfReach = new Set<string>();
  const ofNode = runsOfNode({ working, slots, idle, outOfReach, wake, isStopped, strand });
  const node = options.node && createNode(ledger.nodes, options.node, { ...ofNode, onError });
  const claims = node?.claims ?? ownClaims(ledger);
  const removed = createRemovedPeople({
    ledger,
    working,
    stop: (thread, reason) => void stop(thread, { reason }),
    wake,
    onRemoved: options.onRemoved,
  });
  const alone = createAlone({ ledger, working, isClosed: () => closed, attempt: tryAlone });
  let closed = false;
  let recovering: Promise<void> = Promise.resolve();
  let expiring: Promise<void> = Promise.resolve();

  /** That a thread is damaged is said once, however many look at it. */
  function onError(error: unknown, thread?: string): void {
    if (error instanceof RunLost && error.code === 'damaged' && thread !== undefined) {
      if (damaged.has(thread)) return;
      damaged.add(thread);
    }
    tellError(error, thread);
  }

  /** `first`, and then whatever there is to do for the agent, as long as somebody asks for `again`. */
  function begin(thread: string, again: boolean, first?: (work: Work) => Promise<unknown>): void {
    const work = newWork(again);
    working.set(thread, work);
    work.done = (async () => {
      try {
        await first?.(work);
        while (work.again && !closed) {
          work.again = false;
          await inSlot(thread, work, removed.checked(agent.run), (state) => agent.hasWork(state, undefined, now()));
        }
      } catch (error) {
        onError(error, thread);
      } finally {
        // With no await since the last look at `again`: no wake is lost between them.
        working.delete(thread);
      }
    })();
  }

  /** When its turn has come; at once if it was asked to stop, for there is not much left to do. */
  async function inSlot(thread: string, work: Work, task: Task<unknown>, isDue: IsDue): Promise<void> {
    const slot = slots.ask();
    work.controller = new AbortController();
    work.controller.signal.addEventListener('abort', () => slot.hurry(), { once: true });
    if (stops.pending(thread) !== undefined) slot.hurry();
    work.slot = slot;
    try {
      if (slot.isWaiting()) await noteQueued(thread);
      await slot.taken;
      if (!closed) await attempt(thread, work, task, isDue);
    } finally {
      slot.leave();
      work.slot = undefined;
    }
  }

  async function noteQueued(thread: string): Promise<void> {
    const refused = await queueThread(ledger, thread, { others: node !== undefined });
    if (refused !== undefined) onError(new RunLost(refused), thread);
  }

  async function recover({ thread, append }: RunInput): Promise<void> {
    await append(agent.recover(thread));
  }

  /** As the thread's one writer beside people, if `isDue`. */
  async function claimed<T>(
    thread: string,
    work: Work,
    task: Task<T>,
    isDue: IsDue,
    { needsFiles = true, person }: As = {},
  ): Promise<T | undefined> {
    work.controller = new AbortController();
    // A stop that is not yet recorded holds for the run that begins meanwhile too.
    if (stops.pending(thread) !== undefined) work.controller.abort();
    work.claim = undefined;
    work.answer = undefined;
    work.lost = false;
    const before = unwrap(await ledger.state(thread));
    if (before.agent === 'elsewhere' || !isDue(before)) {
      idle.note(thread, before.seq);
      return undefined;
    }
    const wanted: Wanted = {
      run: openRunId(before) ?? randomUUID(),
      person: person ?? personAsking(before),
      files: needsFiles && !isStopping(before) ? filesOf(before) : 'none',
      isRun: person === undefined && needsFiles && !isStopping(before),
    };
    const onWait = (error: LedgerError): void => onError(new RunLost(error), thread);
    // Somebody was promised a run: it begins when the claim can be written.
    const claiming = whenWritable(() => claims.claim(thread, wanted), { closing: closing.signal, onWait });
    const claimed = unwrap(await claiming);
    work.answer = claimed;
    if (claimed.kind === 'no_room') await noteQueued(thread);
    // Whoever has it, or may have it, finds it when it looks.
    if (claimed.kind !== 'claimed') return undefined;
    const { claim } = claimed;
    work.claim = claim;
    if (claimed.cutOff) await takeOver(thread, claim);
    // From here on nobody but people writes beside this run.
    const state = unwrap(await ledger.state(thread));
    [work.from, work.seen] = [state.seq, state.seq];
    if (node !== undefined && !isDue(state)) return undefined;
    const { controller, slot } = work;
    const payer = runPayer(wanted.person, async () => unwrap(await ledger.state(thread)));
    const append = runWriter({
      ledger,
      thread,
      claim,
      payer,
      from: state.seq,
      over: () => whyOver(work),
      onSeen: (seq) => (work.seen = seq),
      onExpiry: expiries.note,
      onLost: () => controller.abort(),
      slot,
    });
    const { signal } = controller;
    const spendingProblem = async (): Promise<string | undefined> => {
      const people = await payer.next();
      for (const one of people) {
        const known = await allowance(one);
        const words = known && limitWords(unwrap(known), people.length > 1 ? one : undefined);
        if (words !== undefined) return words;
      }
      return undefined;
    };
    const onTry: RunInput['onWait'] = (tryNow) => noted(work, tryNow);
    return task({ thread: state, run: claim.id, signal, append, blobs, onWait: onTry, spendingProblem });
  }

  /** A node that finds its claim gone does not know whether another has it, or the thread was deleted with it. */
  async function isGone(thread: string, { code }: RunLost): Promise<boolean> {
    if (code !== 'stale_run') return code === 'no_such_thread';
    const state = await ledger.state(thread);
    return !state.ok && state.error.code === 'no_such_thread';
  }

  async function allowance(person: string): Promise<Result<Allowance> | undefined> {
    return options.spending && allowanceOf(ledger, options.spending, person, now());
  }

  function filesOf(thread: ThreadState): 'node' | 'shared' {
    // What needs none is found everywhere.
    const isEverywhere = agent.hasFiles?.(thread) === false || options.node?.hasSharedFiles?.(thread) === true;
    return isEverywhere ? 'shared' : 'node';
  }

  function whyOver({ lost }: Work): LedgerError | undefined {
    if (closed) return { code: 'unavailable', message: 'The server is shutting down.' };
    return lost ? { code: 'stale_run', message: 'Another node may have the run by now.' } : undefined;
  }

  /** What another process left open is over, and is told first. */
  async function takeOver(thread: string, run: RunClaim): Promise<void> {
    await options.node?.beforeTakeOver?.();
    const why = outOfReach.delete(thread) ? DATABASE_AWAY : OTHER_AWAY;
    const state = unwrap(await ledger.state(thread));
    // A node that was killed may have left a thread in which nothing was going on.
    if (openRunId(state) !== undefined) options.node?.onNews?.({ kind: 'took over', thread, run: run.id });
    const drafts = agent.recover(state, why);
    if (drafts.length > 0) unwrap(await ledger.append(thread, drafts, { run }));
  }

  /** Others may have the thread. What its run has read and not done gets another, unless it did nothing at all. */
  async function letGo(thread: string, work: Work): Promise<void> {
    const { claim } = work;
    work.claim = undefined;
    if (claim === undefined || work.lost || closed) return;
    const left = await claims.release(thread, claim);
    if (left === undefined) return;
    if (left.seq > work.from) work.again = true;
    else idle.note(thread, left.seq);
  }

  async function attempt(
    thread: string,
    work: Work,
    task: Task<unknown>,
    isDue: IsDue,
    needsFiles = true,
  ): Promise<void> {
    try {
      await claimed(thread, work, task, isDue, { needsFiles });
    } catch (error) {
      // That a run ends when the server closes is no fault, nor that nobody works in a thread that is gone.
      if (error instanceof RunLost && (closed || (await isGone(thread, error)))) return;
      onError(error, thread);
      // Another run has the thread, or the next start takes it up: this one writes no more.
      if (work.claim === undefined || closed || (error instanceof RunLost && error.code === 'stale_run')) return;
      const isOver = (): boolean => closed || work.lost;
      if (!work.lost)
        await failRun({ ledger, agent, stops, onError, isOver, closing: closing.signal }, thread, work, error);
    } finally {
      await letGo(thread, work);
    }
  }

  async function recoverAll(): Promise<void> {
    removed.watch();
    if (node !== undefined) unwrap(await node.begin());
    if (node !== undefined) return expiries.look();
    let tellAsked: () => void = () => undefined;
    const allAsked = new Promise<void>((resolve) => (tellAsked = resolve));
    for (const thread of unwrap(await ledger.listUnfinished())) {
      await eventLoop.next();
      if (working.has(thread) || closed) continue;
      // What was cut off is recorded in every thread before the first run goes on.
      begin(thread, true, async (work) => {
        await inSlot(thread, work, recover, () => true);
        await allAsked;
      });
    }
    tellAsked();
    expiries.look();
  }

  function strand(thread: string, away: string): Promise<number> {
    const tell: Task<void> = async ({ thread: state, append }) => {
      await append(strandedWords(state, away));
    };
    return new Promise((resolve) => {
      begin(thread, false, async (work) => {
        await attempt(thread, work, tell, (state) => !isStopping(state), false);
        resolve(work.seen);
      });
    });
  }

  async function isStopped(thread: string): Promise<boolean> {
    const state = await ledger.state(thread);
    return state.ok && isStopping(state.value);
  }

  function wake(thread: string): void {
    const work = working.get(thread);
    if (work !== undefined) work.again = true;
    else if (!closed) begin(thread, true);
  }

  /** What runs is ended first. Without a run there may be one that waits for a person: the next run sees the stop. */
  function stop(thread: string, asked: Asked): Promise<Stopped> {
    working.get(thread)?.controller.abort();
    return stops.record(thread, asked);
  }

  function expire(thread: string): void {
    expiring = expiring.then(() => expireIn(thread)).catch((error: unknown) => onError(error, thread));
  }

  async function expireIn(thread: string): Promise<void> {
    const state = unwrap(await ledger.state(thread));
    if (state.agent === 'here') return wake(thread);
    const onWait = (error: LedgerError): void => onError(new RunLost(error), thread);
    const lost = await expireRequests(ledger, state, now(), { closing: closing.signal, onWait });
    if (lost !== undefined && !closed) throw new RunLost(lost);
  }

  async function tryAlone<T>(thread: string, task: Task<T>, isDue: IsDue, as: As): Promise<Tried<T>> {
    return new Promise((resolve, reject) => {
      begin(thread, false, async (work) => {
        await claimed(thread, work, task, isDue, as).then((value) => resolve({ value, answer: work.answer }), reject);
        await letGo(thread, work);
      });
    });
  }

  return {
    wake,
    alone,
    expects: expiries.note,
    stop: (thread, by) => stop(thread, { by }),
    tryNow: (thread, by) => tryNow(ledger, thread, by, [...(working.get(thread)?.waits ?? [])]),
    async compact(thread, person) {
      const { compact } = agent;
      if (compact === undefined) return 'impossible';
      const asked: Task<Awaited<ReturnType<Runner['compact']>>> = async (input) => {
        const over = await input.spendingProblem();
        return over === undefined ? compact(input) : { over };
      };
      return (await alone(thread, person, asked)) ?? 'busy';
    },
    async editProblem(thread, tool, text) {
      return agent.tools === undefined ? undefined : editProblem(await agent.tools(thread), tool, text);
    },
    allowance,
    others: node?.others,
    load: slots.load,
    recover() {
      const done = recoverAll();
      recovering = done.catch(() => undefined);
      return done;
    },
    async close() {
      closed = true;
      closing.abort();
      await node?.stop();
      for (const { controller } of working.values()) controller.abort();
      const works = [...working.values()].map(({ done }) => done);
      // Whoever waits for this may close the ledger: nothing of ours asks it any more.
      await Promise.all([removed.close(), expiries.close(), stops.over(), recovering, expiring, ...works]);
      await node?.leave();
    },
  };
}

const UNNAMED =
  'Other programs may work on this database at the same time: say which of them this is, like node: { name: "web-1" }. The name stays the same after a restart, and no other program has it.';

/** What is claimed for: without a person, a run of whoever asked for it. */
interface As {
  readonly needsFiles?: boolean;
  readonly person?: string;
}
