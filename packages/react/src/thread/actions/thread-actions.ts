import type { Answer, Call, ContentPart, Item, Request } from '@toolthread/core';
import type { Decision } from '@toolthread/core/events';

/** What went wrong, as a message for the reader; undefined when the server took it. */
export type ActionOutcome = Promise<string | undefined>;

/** What the page can do about a thread. A part whose action is missing shows no button for it. */
export interface ThreadActions {
  answer?(request: Request, answers: readonly Answer[]): ActionOutcome;
  /** Of a question, only `deny`: the person will not answer it. `reason`: why it is denied, which the agent reads. */
  decide?(request: Request, decision: ApprovalDecision, executedArguments?: string, reason?: string): ActionOutcome;
  /** Allows the tool with exactly these arguments, here and wherever the agent's policy keeps it. Absent, or of a request that nobody would remember (`keepsAlways`): the card does not offer it. */
  allowAlways?(request: Request): ActionOutcome;
  /** Goes on where the last run was cut off; after a failure, tries again. */
  continueRun?(): ActionOutcome;
  /** Ends the wait for the next attempt. */
  tryNow?(): ActionOutcome;
  /** Other words for a message that nobody has read yet, by the `seq` of its event. */
  changeMessage?(message: number, text: string): ActionOutcome;
  /** `words`: what it said, for those who want to say it otherwise. */
  takeBack?(message: number, words?: string): ActionOutcome;
  /** Says it now: to whoever is at work, or to begin. */
  say?(text: string): ActionOutcome;
  /** Back to a message that was read, by the `seq` of its event: with `text` it is said otherwise, without it is answered again. */
  again?(message: number, options: AgainChoice): ActionOutcome;
  /** Back to a boundary. `words`: what was there, for those who want to say it otherwise. */
  rewind?(to: number, options: RewindChoice): ActionOutcome;
  /** Another thread with the history up to this event. */
  fork?(upTo: number, options: Pick<RewindChoice, 'words'>): ActionOutcome;
  /** The unified diff of a change of the workspace. It is asked for when somebody opens it. */
  diff?(change: string): Promise<DiffOutcome>;
  undo?(change: string): ActionOutcome;
  /** Where the whole result of a call is read, in a window of its own. Undefined: nowhere. */
  resultUrl?(call: Call): string | undefined;
  /** More of the page's own in the menu of an item. */
  choices?(item: Item, events: ItemRange): readonly ItemChoice[];
}

/** The events that an item is made of, up to the step that was chosen in it. */
export interface ItemRange {
  readonly from: number;
  readonly to: number;
  /** The step that was chosen; undefined for a message. */
  readonly step: { readonly scope: string | undefined; readonly step: number } | undefined;
}

/** A line in the menu of an item: a way to another window, a text that is copied, or something that is done here. */
export type ItemChoice =
  | { readonly label: string; readonly href: string }
  | { readonly label: string; readonly copied: string }
  | { readonly label: string; press(): ActionOutcome };

/** How somebody goes back in a thread. */
export interface RewindChoice {
  /** A run that is at work is stopped first. */
  readonly stop?: boolean;
  /** The last event that the person knows of: what people did since is not taken back. */
  readonly seen?: number;
  /** What was said at that place, and is taken back. */
  readonly words?: string;
}

/** Other words for a message, with the pictures and files that it keeps. */
export interface AgainChoice extends Omit<RewindChoice, 'words'> {
  readonly text?: string;
  readonly keep?: readonly ContentPart[];
}

/** What a person can say to a call that asks for leave. */
export type ApprovalDecision = Extract<Decision, 'once' | 'thread' | 'edit' | 'deny'>;

/** A diff, or why there is none; `cut` if it ends early, with the number of files that are missing as a whole. */
export type DiffOutcome =
  | { readonly ok: true; readonly diff: string; readonly cut?: { readonly files: number } }
  | { readonly ok: false; readonly problem: string };
