/** Every kind of event, by its own name, and what events are made of. `LedgerEvent` of `@toolthread/core` is all of them. */
export type {
  AgentChosen,
  AgentConfigured,
  AgentContinuation,
  AgentStatus,
  ContextCompacted,
  EventPurged,
  EventWithheld,
  MessageChanged,
  MessagePosted,
  PartCompleted,
  PartKind,
  ReasoningDelta,
  RequestKind,
  RequestOpened,
  RequestResolved,
  RunStopRequested,
  ScopeOpened,
  SourceRecord,
  TextDelta,
  ThreadClosed,
  ThreadCreated,
  SourceFile,
  ThreadSource,
  ListPlace,
  ThreadPlaced,
  ThreadRenamed,
  ThreadRested,
  ThreadRewound,
  WorkspaceChanged,
  WorkspaceSaved,
} from './ledger-event.ts';
export type {
  ToolCalled,
  ToolCompleted,
  ToolInputDelta,
  ToolOutputDelta,
  ToolRetrying,
  ToolStarted,
} from './event/call-event.ts';
export type { RunRetryRequested, StepCompleted, StepEvent, StepRetrying, StepStarted } from './event/step-event.ts';
export type { Envelope } from './event/envelope.ts';

// What events are made of, beside what `@toolthread/core` has.
export type { ApprovalMode, Decision, RecordFate } from './ledger-event.ts';
export type { Evaluation } from './stop-reason.ts';
export type { QuestionOption } from './question.ts';

// What text is for.
export { phaseOf } from './phase-of.ts';

// What a result has for programs.
export { exitCodeIn, shellData, toolData } from './tool-data.ts';
export type { DiffData, DiffHunk, OutputData, ShellData, ToolData } from './tool-data.ts';
