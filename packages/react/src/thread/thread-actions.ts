import type { Answer, Decision, Request } from '@toolthread/core';

/** What went wrong, in words for the reader; undefined when the server took it. */
export type ActionOutcome = Promise<string | undefined>;

/** What the page can do about a thread. A part whose action is missing shows no button for it. */
export interface ThreadActions {
  answer?(request: Request, answers: readonly Answer[]): ActionOutcome;
  /** Of a question, only `deny`: the person will not answer it. */
  decide?(request: Request, decision: ApprovalDecision, executedArguments?: string): ActionOutcome;
  /** Goes on where the last run was cut off; after a failure, tries again. */
  continueRun?(): ActionOutcome;
  /** Other words for a message that nobody has read yet, by the `seq` of its event. */
  changeMessage?(message: number, text: string): ActionOutcome;
  takeBack?(message: number): ActionOutcome;
  /** Says it now: to whoever is at work, or to begin. */
  say?(text: string): ActionOutcome;
  /** The unified diff of a change of the workspace. It is asked for when somebody opens it. */
  diff?(change: string): Promise<DiffOutcome>;
  undo?(change: string): ActionOutcome;
}

/** What a person can say to a call that asks for leave. */
export type ApprovalDecision = Extract<Decision, 'once' | 'thread' | 'edit' | 'deny'>;

/** A diff, or why there is none. */
export type DiffOutcome =
  | { readonly ok: true; readonly diff: string }
  | { readonly ok: false; readonly problem: string };
