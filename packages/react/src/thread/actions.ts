import type { Answer, Decision, Request, StatusItem } from '@toolthread/core';

/** What went wrong, in words for the reader; undefined when the server took it. */
export type ActionOutcome = Promise<string | undefined>;

/** What the page can do about a thread. A part whose action is missing shows no button for it. */
export interface ThreadActions {
  answer?(request: Request, answers: readonly Answer[]): ActionOutcome;
  decide?(request: Request, decision: ApprovalDecision, executedArguments?: string): ActionOutcome;
  /** After a limit: go on. After a failure: try again. */
  resume?(item: StatusItem): ActionOutcome;
}

export type ApprovalDecision = Extract<Decision, 'once' | 'thread' | 'edit' | 'deny'>;
