import { randomUUID } from 'node:crypto';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import type { Ledger, LedgerError, Result, RunClaim } from '@toolthread/store';
import type { FoldedThreads } from './folded-threads.ts';
import type { Runner } from './runner.ts';

/** What a run gets: the thread as it is, a way to write, and a signal that it shall stop. */
export interface RunInput {
  readonly thread: ThreadState;
  /** A run that waits for a person, or was cut off, goes on under its own name. */
  readonly run: string;
  readonly signal: AbortSignal;
  readonly blobs: {
    put(content: Uint8Array): Promise<string>;
    get(hash: string): Promise<Uint8Array | undefined>;
  };
  /**
   * Resolves when the drafts are durable, with every event after the last one it gave, by whomever: so a run sees what
   * people say meanwhile. With no drafts it is a look. Rejects when the run may write no more.
   */
  readonly append: (drafts: readonly EventDraft[]) => Promise<readonly LedgerEvent[]>;
}

/** `{ hasWork, recover: recoverRun, run: (input) => runAgent({ ...input, model, tools, policy }) }` of the agent package. */
export interface Agent {
  /** Is there something to do that nobody is at? Asked before every run. */
  readonly hasWork: (thread: ThreadState) => boolean;
  /** Resolves when there is nothing to do until a person says something. */
  readonly run: (input: RunInput) => Promise<unknown>;
  /** After a restart, first: what the ledger must be told of what the last process left open. */
  readonly recover: (thread: ThreadState) => readonly EventDraft[];
}

export interface RunnerOptions {
  /** One whose appends wake the readers: `announcing(ledger, hub)`. */
  readonly ledger: Ledger;
  readonly threads: FoldedThreads;
  readonly agent: Agent;
  readonly newId?: () => string;
  readonly onError?: (error: unknown, thread: string) => void;
}

interface Work {
  controller: AbortController;
  /** Something came while the run was under way; it may have missed it. */
  again: boolean;
  done: Promise<void>;
}

/** `createRunner({ ledger, threads, agent })`: one run a thread at a time. */
export function createRunner(options: RunnerOptions): Runner {
  const { ledger, threads, agent, newId = randomUUID, onError = (error) => console.error(error) } = options;
  const blobs: RunInput['blobs'] = {
    put: async (content) => unwrap(await ledger.putBlob(content)),
    get: async (hash) => {
      const blob = await ledger.getBlob(hash);
      return blob.ok ? blob.value : undefined;
    },
  };
  const working = new Map<string, Work>();
  let closed = false;

  function begin(thread: string, first: 'run' | 'recover'): Work {
    const work: Work = { controller: new AbortController(), again: true, done: Promise.resolve() };
    working.set(thread, work);
    work.done = (async () => {
      if (first === 'recover') await attempt(thread, work, recover);
      while (work.again && !closed) {
        work.again = false;
        work.controller = new AbortController();
        await attempt(thread, work, agent.run, agent.hasWork);
      }
      working.delete(thread);
    })();
    return work;
  }

  async function recover({ thread, append }: RunInput): Promise<void> {
    const drafts = agent.recover(thread);
    if (drafts.length > 0) await append(drafts);
  }

  async function attempt(
    thread: string,
    { controller }: Work,
    task: (input: RunInput) => Promise<unknown>,
    isDue: (thread: ThreadState) => boolean = () => true,
  ): Promise<void> {
    let claim: RunClaim | undefined;
    try {
      const before = unwrap(await threads.state(thread));
      if (!isDue(before)) return;
      claim = unwrap(await ledger.claimRun(thread, openRun(before) ?? newId()));
      // From here on nobody but people writes beside this run.
      const state = unwrap(await threads.state(thread));
      const append = writer(thread, claim, state.seq, controller);
      await task({ thread: state, run: claim.id, signal: controller.signal, append, blobs });
    } catch (error) {
      onError(error, thread);
      // Another run has the thread, or the next start will: theirs is the next word.
      if (claim === undefined || closed || (error instanceof RunLost && error.code === 'stale_run')) return;
      const message = error instanceof Error ? error.message : String(error);
      await ledger.append(thread, [{ type: 'agent.status', status: 'failed', error_message: message }], { run: claim });
    }
  }

  function writer(thread: string, run: RunClaim, from: number, controller: AbortController): RunInput['append'] {
    let seen = from;
    return async (drafts) => {
      try {
        if (closed) throw new RunLost({ code: 'unavailable', message: 'The server is shutting down.' });
        const own = drafts.length === 0 ? [] : unwrap(await ledger.append(thread, drafts, { run }));
        const events = own[0]?.seq === seen + 1 ? own : await readAfter(thread, seen);
        seen = events.at(-1)?.seq ?? seen;
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

  function wake(thread: string): void {
    const work = working.get(thread);
    if (work !== undefined) work.again = true;
    else if (!closed) begin(thread, 'run');
  }

  return {
    wake,
    stop(thread) {
      // Without a run there may still be one to end: it waits for a person, and whoever runs next sees the stop.
      wake(thread);
      working.get(thread)?.controller.abort();
    },
    async recover() {
      for (const thread of unwrap(await ledger.listUnfinished())) {
        if (!working.has(thread) && !closed) begin(thread, 'recover');
      }
    },
    async close() {
      closed = true;
      for (const { controller } of working.values()) controller.abort();
      await Promise.all([...working.values()].map(({ done }) => done));
    },
  };
}

/** The name of the run that waits or was cut off. */
function openRun(thread: ThreadState): string | undefined {
  const own = thread.scopes.get('');
  const open = own?.status === 'queued' || own?.status === 'running' || own?.status === 'awaiting_user';
  return open ? own.run : undefined;
}

/** The run may write no more: another has claimed the thread, the store is gone, or the server is shutting down. */
class RunLost extends Error {
  override readonly name = 'RunLost';
  readonly code: LedgerError['code'];

  constructor({ code, message }: LedgerError) {
    super(message);
    this.code = code;
  }
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RunLost(result.error);
}
