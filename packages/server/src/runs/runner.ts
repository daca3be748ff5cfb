import type { Compacted } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { Result } from '@toolthread/store';
import type { Allowance } from '../spending/allowance.ts';
import type { RunLoad } from '../metrics/metrics.ts';
import type { OtherNodes } from '../nodes/other-nodes.ts';
import type { RunInput } from './agent.ts';
import type { Stopped } from './stops.ts';

/** Who makes a thread's agent work. None of these but `alone`, `compact` and `close` waits for the work. */
export interface Runner {
  /** Something new is in the thread: a message, an answer, a decision. */
  wake(thread: string): void;
  /** Somebody else has opened a request that runs out at this time. */
  expects(at: number): void;
  /** Ends the thread's run and its tools' processes at once; then it is recorded, now or as soon as the ledger can be written. */
  stop(thread: string, by: string): Promise<Stopped>;
  /**
   * Does something in the thread that is no run, while none is under way, and lets none begin meanwhile. Undefined, and nothing
   * done, where somebody is at work or waits for a person. With `elsewhere` it needs the thread's files: if another node has them, that says what
   * to answer.
   */
  alone<T>(
    thread: string,
    person: string,
    task: (input: RunInput) => Promise<T>,
    elsewhere?: (node: string) => T,
  ): Promise<T | undefined>;
  /** Ends the wait of a run for another attempt, when it is recorded who wanted that. False if none waits. */
  tryNow(thread: string, by: string): Promise<Result<boolean>>;
  /**
   * Summarises what the agent has in its context. `busy`: somebody is at work, or waits for a person. `impossible`: the agent cannot. `over`: why
   * `person`, who asks for it, may not ask a model now.
   */
  compact(thread: string, person: string): Promise<Compacted | 'busy' | 'impossible' | { readonly over: string }>;
  /** What somebody has used today, and may; undefined if that is not counted. */
  allowance(person: string): Promise<Result<Allowance> | undefined>;
  /** What is wrong with arguments that a person wants a call of `tool` to run with; undefined if they fit. */
  editProblem(thread: ThreadState, tool: string, text: string): Promise<string | undefined>;
  /** Undefined: this process has the ledger for itself. */
  readonly others: OtherNodes | undefined;
  /** How many runs are at work, and how many wait for their turn. */
  load(): RunLoad;
  /** After a start: takes up what a crash or a shutdown has left. Rejects with a message if another process that lives works under this node's name. */
  recover(): Promise<void>;
  /** Ends every run where it is, as a crash would; the next start takes them up. */
  close(): Promise<void>;
}
