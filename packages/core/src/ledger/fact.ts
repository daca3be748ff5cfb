/**
 * What an event changed, as far as views need it. A fact holds the values as they were right after the change, so
 * that a view needs nothing of the ledger but its facts and, for looking things up, the state after the event.
 */
import type { Call } from './call.ts';
import type {
  AgentContinuation,
  AgentStatus,
  ContextCompacted,
  EventPurged,
  MessagePosted,
  RunStopRequested,
  ScopeOpened,
  ToolCompleted,
  WorkspaceChanged,
} from './ledger-event.ts';
import type { StepStarted } from './event/step-event.ts';
import type { Request, Step, StepEnd } from './thread-state.ts';

/** What an event changed. Views are folds over facts. */
export type Fact =
  | { readonly type: 'message-said'; readonly message: MessagePosted }
  /** Nobody reads it before the run that is under way has completed. */
  | { readonly type: 'message-held'; readonly message: MessagePosted }
  /** It has other words now. */
  | { readonly type: 'message-changed'; readonly message: MessagePosted }
  | { readonly type: 'message-taken-back'; readonly message: MessagePosted }
  | { readonly type: 'scope-opened'; readonly scope: ScopeOpened }
  | { readonly type: 'status-changed'; readonly status: AgentStatus }
  | { readonly type: 'step-started'; readonly step: Step; readonly event: StepStarted }
  /** Words, reasoning, a file or a source: the part came, grew or is complete. */
  | { readonly type: 'words-grew'; readonly step: Step; readonly part: number }
  | { readonly type: 'step-ended'; readonly step: Step; readonly end: StepEnd }
  /** Its attempt failed, and the next one waits. */
  | { readonly type: 'step-retrying'; readonly step: Step }
  /** What the step said from part `wordsFrom` up to the call is commentary from now on. */
  | { readonly type: 'call-came'; readonly step: Step; readonly call: Call; readonly wordsFrom: number }
  | { readonly type: 'call-changed'; readonly before: Call; readonly call: Call }
  /** A result without its call. */
  | { readonly type: 'orphan-came'; readonly result: ToolCompleted }
  /** Its call turned up, and has the result now. */
  | { readonly type: 'orphan-claimed'; readonly result: ToolCompleted }
  | { readonly type: 'request-opened'; readonly request: Request; readonly call: Call | undefined }
  | { readonly type: 'request-settled'; readonly request: Request }
  /** Nobody settled it: its call ended otherwise, or the thread closed. */
  | { readonly type: 'request-withdrawn'; readonly request: Request }
  | { readonly type: 'stop-requested'; readonly stop: RunStopRequested }
  | { readonly type: 'run-continued-or-ended'; readonly continuation: AgentContinuation }
  | { readonly type: 'context-compacted'; readonly compaction: ContextCompacted }
  | { readonly type: 'workspace-changed'; readonly change: WorkspaceChanged }
  | { readonly type: 'event-purged'; readonly purge: EventPurged }
  | { readonly type: 'thread-closed'; readonly at: number }
  /** A rewind may land here: a view should keep its value at this point. */
  | { readonly type: 'boundary'; readonly seq: number }
  /** All is again as it was at the boundary `to`. */
  /** `rested`: where a session was when its end was told, which can still be gone back to. */
  | { readonly type: 'rewound'; readonly to: number; readonly rested: number | undefined };

/** Takes the facts of an event in their order. */
export type Tell = (fact: Fact) => void;
