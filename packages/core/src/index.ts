/** A thread: its ledger, the one fold over it, and what a person sees. The other views are subpaths. */

// The ledger. Each kind of event has a type of its own in `@toolthread/core/events`.
export { LEDGER_VERSION, type EventDraft, type LedgerEvent } from './ledger/ledger-event.ts';
export { parseEvent, type ParsedEvent } from './ledger/check/parse-event.ts';
export { unknownField } from './ledger/check/unknown-field.ts';
export { parseLedger, writeLedger, type ParsedLedger } from './ledger/check/parse-ledger.ts';
export { LedgerWriter, type RecordPlace } from './ledger/ledger-writer.ts';

// What events are made of.
export type { ByteSource, ContentPart, Failure, ProviderBlob, Usage } from './ledger/content-part.ts';
export type { Outcome, Phase, RunStatus } from './ledger/ledger-event.ts';
export { RUN_STATUSES, wordIn } from './ledger/word-in.ts';
export { STOP_REASONS, type StopReason } from './ledger/stop-reason.ts';
export type { FileChange } from './ledger/file-change.ts';
export type { FinishReason } from './ledger/finish-reason.ts';
export type { Answer, Question } from './ledger/question.ts';

// The fold: the next state, and the facts of what changed.
export { emptyThread } from './ledger/fold/empty-thread.ts';
export { fold, foldAll, foldOnto, type Folded } from './ledger/fold/fold.ts';
export type { Fact } from './ledger/fact.ts';

// The state.
export type {
  Account,
  Anomaly,
  AnomalyReason,
  Part,
  Request,
  Retry,
  ScopeState,
  Settlement,
  Step,
  StepEnd,
  ThreadState,
} from './ledger/thread-state.ts';
export type { PersistentMap } from './structure/persistent-map.ts';
export type { Vector } from './structure/vector.ts';
export { scopeKey } from './ledger/fold/scope-key.ts';

// Calls.
export { callResult, callStatus, type Call, type CallResult, type CallState, type CallStatus } from './ledger/call.ts';

// Who speaks, who hears, who is at work.
export { HUMAN, WHOLE_TEAM } from './ledger/human.ts';
export {
  authorOf,
  childScope,
  goesOnAlone,
  isAtWork,
  memberScope,
  openRunId,
  scopeKind,
  scopesAtWork,
  TEAM_SCOPE,
  type ScopeKind,
} from './ledger/scope-kind.ts';

// The timeline: what a person sees. How it is written is in `@toolthread/core/lines`.
export { foldTrusted } from './timeline/fold-trusted.ts';
export { titleOf } from './timeline/title-of.ts';
export { foldThreadSteps } from './timeline/fold-thread-steps.ts';
export { foldThread, newThread, threadOf, timeline, type Thread } from './timeline/timeline.ts';
export { itemEvents, type ItemEvents } from './timeline/item-events.ts';
export { threadAfter } from './timeline/thread-after.ts';
export type {
  AnswerItem,
  ChangesItem,
  Child,
  CompactionItem,
  Entry,
  GroupItem,
  Item,
  MessageItem,
  OrphanItem,
  ReasoningItem,
  RequestItem,
  SectionItem,
  Segment,
  StatusItem,
  Timeline,
} from './timeline/item.ts';
