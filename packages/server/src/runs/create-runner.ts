import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { editProblem } from '@toolthread/agent';
import type { Blobs, Compacted, Tool } from '@toolthread/agent';
import {
  type EventDraft,
  isAtWork,
  type LedgerEvent,
  openRunId,
  scopeKey,
  scopesAtWork,
  type ThreadState,
} from '@toolthread/core';
import type { Ledger, LedgerError, Result, RunClaim } from '@toolthread/store';
import { createExpiries } from './expiries.ts';
import { expireRequests } from './expire-requests.ts';
import { ledgerBlobs } from './ledger-blobs.ts';
import { RunLost, unwrap } from './run-lost.ts';
import { createRunSlots, type RunSlot, USUAL_RUNS } from './run-slots.ts';
import type { Runner } from './runner.ts';
import { createStops } from './stops.ts';
import { whenWritable } from './when-writable.ts';

/** What a run gets: the thread as it is, a way to write, and a signal that it shall stop. */
export interface RunInput {
  readonly thread: ThreadState;
  /** A run that waits for a person, or was cut off, goes on under its own name. */
  readonly run: string;
  readonly signal: AbortSignal;
  readonly blobs: Blobs;
  /**
   * Resolves when the drafts are durable, with every event after the last one it gave, by whomever: so a run sees what
   * people say meanwhile. With no drafts it is a look. Rejects when the run may write no more.
   */
  readonly append: (drafts: readonly EventDraft[]) => Promise<readonly LedgerEvent[]>;
  /** Told of every wait for another attempt, with what ends it; gives what to call when it is over. */
  readonly onWait: (tryNow: () => void) => () => void;
}

/** `{ hasWork, recover: recoverRun, run: (input) => runAgent({ ...input, model, tools, policy }) }` of the agent package. */
export interface Agent {
  /**
   * Is there something to do that nobody is at? Asked before every run. A run that is `queued` is, and a request whose time is over
   * at `now` is no wait.
   */
  readonly hasWork: (thread: ThreadState, scope: undefined, now: number) => boolean;
  /** Resolves when there is nothing to do until a person says something. */
  readonly run: (input: RunInput) => Promise<unknown>;
  /** After a restart, first: what the ledger must be told of what the last process left open. */
  readonly recover: (thread: ThreadState) => readonly EventDraft[];
  /** Whoever works in the thread works with these. Arguments that a person edited are checked against them. */
  readonly tools?: (thread: ThreadState) => readonly Tool[] | Promise<readonly Tool[]>;
  /** Summarises what the agent has in its context. Without it, nobody can ask for that. */
  readonly compact?: (input: RunInput) => Promise<Compacted>;
}

/** The ledger, the agent that works in its threads, and how many runs at once. */
export interface RunnerOptions {
  /** One whose appends wake the readers: `announcing(ledger, hub)`. */
  readonly ledger: Ledger;
  readonly agent: Agent;
  /** How many runs work at once; without it, 16. Those that wait for a person do not count. */
  readonly runs?: number;
  readonly now?: () => number;
  readonly onError?: (error: unknown, thread?: string) => void;
}

interface Work {
  controller: AbortController;
  /** Something came while the run was under way; it may have missed it. */
  again: boolean;
  claim: RunClaim | undefined;
  slot: RunSlot | undefined;
  /** Each ends a wait for another attempt. */
  readonly waits: Set<() => void>;
  done: Promise<void>;
}

type Task<T> = (input: RunInput) => Promise<T>;

/**
 * Makes the agent work: one run a thread at a time, and so many threads at a time.
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
  const tellError = options.onError ?? ((error) => console.error(error));
  const blobs = ledgerBlobs(ledger);
  const slots = createRunSlots(options.runs ?? USUAL_RUNS);
  const working = new Map<string, Work>();
  const expiries = createExpiries({ ledger, now, onExpired: expire, onError });
  const closing = new AbortController();
  const stops = createStops({ ledger, onRecorded: wake, closing: closing.signal });
  const damaged = new Set<string>();
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
    const work: Work = {
      controller: new AbortController(),
      again,
      claim: undefined,
      slot: undefined,
      waits: new Set(),
      done: Promise.resolve(),
    };
    working.set(thread, work);
    work.done = (async () => {
      try {
        await first?.(work);
        while (work.again && !closed) {
          work.again = false;
          await inSlot(thread, work, agent.run, (state) => agent.hasWork(state, undefined, now()));
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

  /** That nobody is at it, although somebody asked: the page shows it. A run that was open keeps its name. */
  async function noteQueued(thread: string): Promise<void> {
    const known = await ledger.thread(thread);
    if (!known.ok || !known.value.unfinished || known.value.status === 'queued') return;
    const { status } = known.value;
    const isOpen = isAtWork(status);
    const queued: EventDraft = {
      type: 'agent.status',
      status: 'queued',
      ...(status === undefined ? {} : { previous_status: status }),
      ...(isOpen ? {} : { run: randomUUID() }),
    };
    const noted = await ledger.append(thread, [queued]);
    if (!noted.ok) onError(new RunLost(noted.error), thread);
  }

  async function recover({ thread, append }: RunInput): Promise<void> {
    const drafts = agent.recover(thread);
    if (drafts.length > 0) await append(drafts);
  }

  /** As the thread's one writer beside people, if `isDue`. */
  async function claimed<T>(thread: string, work: Work, task: Task<T>, isDue: IsDue): Promise<T | undefined> {
    work.controller = new AbortController();
    // A stop that is not yet recorded holds for the run that begins meanwhile too.
    if (stops.pending(thread) !== undefined) work.controller.abort();
    work.claim = undefined;
    const before = unwrap(await ledger.state(thread));
    if (before.agent === 'elsewhere' || !isDue(before)) return undefined;
    const run = openRunId(before) ?? randomUUID();
    const onWait = (error: LedgerError): void => onError(new RunLost(error), thread);
    // Somebody was promised a run: it begins when the claim can be written.
    const claiming = whenWritable(() => ledger.claimRun(thread, run), { closing: closing.signal, onWait });
    const claim = unwrap(await claiming);
    work.claim = claim;
    // From here on nobody but people writes beside this run.
    const state = unwrap(await ledger.state(thread));
    const append = writer(thread, claim, state.seq, work);
    const { signal } = work.controller;
    return task({ thread: state, run: claim.id, signal, append, blobs, onWait: (tryNow) => noted(work, tryNow) });
  }

  async function attempt(thread: string, work: Work, task: Task<unknown>, isDue: IsDue): Promise<void> {
    try {
      await claimed(thread, work, task, isDue);
    } catch (error) {
      // That a run ends when the server closes is no fault, nor that nobody works in a thread that is gone.
      if (error instanceof RunLost && (closed || error.code === 'no_such_thread')) return;
      onError(error, thread);
      // Another run has the thread, or the next start takes it up: this one writes no more.
      if (work.claim === undefined || closed || (error instanceof RunLost && error.code === 'stale_run')) return;
      await fail(thread, work, work.claim, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * The run's last word, as soon as it can be written. If it had to wait, and somebody has spoken or asked for a stop since, the next
   * run goes on from here and says it.
   */
  async function fail(thread: string, work: Work, run: RunClaim, reason: string): Promise<void> {
    let waited = false;
    const onWait = (lost: LedgerError): void => {
      waited = true;
      onError(new RunLost(lost), thread);
    };
    const write = async (): Promise<Result<unknown>> => {
      const stopping = stops.pending(thread);
      if (stopping !== undefined) waited = true;
      await stopping;
      if ((waited && work.again) || closed) return { ok: true, value: undefined };
      const state = await ledger.state(thread);
      if (!state.ok) return state;
      const failed: EventDraft = { type: 'agent.status', status: 'failed', error_message: reason };
      return ledger.append(thread, [...agent.recover(state.value), failed], { run });
    };
    const written = await whenWritable(write, { closing: closing.signal, onWait });
    if (!written.ok && !waited) onError(new RunLost(written.error), thread);
  }

  function writer(thread: string, run: RunClaim, from: number, { controller, slot }: Work): RunInput['append'] {
    let seen = from;
    const asking = new Set<string>();
    return async (drafts) => {
      try {
        if (closed) throw new RunLost({ code: 'unavailable', message: 'The server is shutting down.' });
        const own = drafts.length === 0 ? [] : unwrap(await ledger.append(thread, drafts, { run }));
        for (const event of own) {
          if (event.type === 'request.opened' && event.expires_at !== undefined) expiries.note(event.expires_at);
        }
        const events = own[0]?.seq === seen + 1 ? own : await readAfter(thread, seen);
        seen = events.at(-1)?.seq ?? seen;
        for (const event of events) {
          if (event.type === 'request.opened' && event.kind === 'elicitation') asking.add(event.request);
          if (event.type === 'request.resolved') asking.delete(event.request);
        }
        // A tool asks while it is at work: its run waits, and has not ended.
        if (asking.size > 0) slot?.rest();
        else slot?.wake();
        return events;
      } catch (error) {
        controller.abort();
        throw error;
      }
    };
  }

  async function readAfter(thread: string, after: number): Promise<LedgerEvent[]> {
    const events: LedgerEvent[] = [];
    for (;;) {
      const page = unwrap(await ledger.read(thread, { after: events.at(-1)?.seq ?? after, limit: 1000 }));
      if (page.length === 0) return events;
      events.push(...page);
    }
  }

  async function recoverAll(): Promise<void> {
    for (const thread of unwrap(await ledger.listUnfinished())) {
      if (working.has(thread) || closed) continue;
      // What was cut off is recorded in every thread before the first run goes on.
      begin(thread, true, (work) => inSlot(thread, work, recover, () => true));
    }
    expiries.look();
  }

  function wake(thread: string): void {
    const work = working.get(thread);
    if (work !== undefined) work.again = true;
    else if (!closed) begin(thread, true);
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

  async function alone<T>(thread: string, task: Task<T>): Promise<T | undefined> {
    const isIdle: IsDue = (state) => scopesAtWork(state).length === 0;
    // A run that begins will soon say so; one that has said its last, or was told to stop, is soon gone.
    for (let work = working.get(thread); work !== undefined; work = working.get(thread)) {
      const state = unwrap(await ledger.state(thread));
      if (!isIdle(state) && !isStopping(state) && !work.controller.signal.aborted) return undefined;
      await Promise.race([work.done, sleep(SOON_MS)]);
    }
    if (closed) return undefined;
    return new Promise((resolve, reject) => {
      begin(thread, false, (work) => claimed(thread, work, task, isIdle).then(resolve, reject));
    });
  }

  return {
    wake,
    alone,
    expects: expiries.note,
    stop(thread, by) {
      // What runs is ended first. Without a run there may be one that waits for a person: the next run sees the stop.
      working.get(thread)?.controller.abort();
      return stops.record(thread, by);
    },
    tryNow(thread) {
      const waits = [...(working.get(thread)?.waits ?? [])];
      for (const end of waits) end();
      return waits.length > 0;
    },
    async compact(thread) {
      if (agent.compact === undefined) return 'impossible';
      return (await alone(thread, agent.compact)) ?? 'busy';
    },
    async editProblem(thread, tool, text) {
      return agent.tools === undefined ? undefined : editProblem(await agent.tools(thread), tool, text);
    },
    load: slots.load,
    recover() {
      const done = recoverAll();
      recovering = done.catch(() => undefined);
      return done;
    },
    async close() {
      closed = true;
      closing.abort();
      for (const { controller } of working.values()) controller.abort();
      const works = [...working.values()].map(({ done }) => done);
      // Whoever waits for this may close the ledger: nothing of ours asks it any more.
      await Promise.all([expiries.close(), stops.over(), recovering, expiring, ...works]);
    },
  };
}

const SOON_MS = 20;

function noted({ waits }: Work, tryNow: () => void): () => void {
  waits.add(tryNow);
  return () => waits.delete(tryNow);
}

/** A stop is for all who work in the thread. */
function isStopping({ scopes }: ThreadState): boolean {
  return scopes.get(scopeKey(undefined))?.stopRequested === true;
}

type IsDue = (thread: ThreadState) => boolean;
