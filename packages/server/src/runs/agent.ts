import type { Blobs, Compacted, Tool } from '@toolthread/agent';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';

/** What a run gets: the thread as it is, a way to write, and a signal that it shall stop. */
export interface RunInput {
  readonly thread: ThreadState;
  /** A run that waits for a person, or was cut off, goes on under its own name. */
  readonly run: string;
  readonly signal: AbortSignal;
  readonly blobs: Blobs;
  /**
   * Resolves when the drafts are durable, with every event after the last one it gave, by whomever: so a run sees what
   * people say meanwhile. With no drafts it is a look, and a proof that the thread is still the run's. Rejects when the run may write no more.
   */
  readonly append: (drafts: readonly EventDraft[]) => Promise<readonly LedgerEvent[]>;
  /** Told of every wait for another attempt, with what ends it; gives what to call when it is over. */
  readonly onWait: (tryNow: () => void) => () => void;
  /** Asked before each request to a model: why none may be made now, as a message for the person. */
  readonly spendingProblem: () => Promise<string | undefined>;
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
  /**
   * First, after a restart or if a run cannot go on: what must be recorded of what was left open. `why`: what cut it off, as a sentence
   * begins; without it, the server stopped.
   */
  readonly recover: (thread: ThreadState, why?: string) => readonly EventDraft[];
  /** Of several nodes: whether it works with files in this thread. If not, any node runs it. Without this, it does. */
  readonly hasFiles?: (thread: ThreadState) => boolean;
  /** Whoever works in the thread works with these. Arguments that a person edited are checked against them. */
  readonly tools?: (thread: ThreadState) => readonly Tool[] | Promise<readonly Tool[]>;
  /** Summarises what the agent has in its context. Without it, nobody can ask for that. */
  readonly compact?: (input: RunInput) => Promise<Compacted>;
}
