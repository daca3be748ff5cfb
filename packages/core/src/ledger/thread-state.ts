/** What `fold` makes of events: immutable values that share all they can with the state before. */
import type { PersistentMap } from '../structure/persistent-map.ts';
import type { Vector } from '../structure/vector.ts';
import type { Call } from './call.ts';
import type { ContentPart, Failure, ProviderBlob, Usage } from './content-part.ts';
import type {
  AgentChosen,
  AgentConfigured,
  AgentContinuation,
  AgentStatus,
  ContextCompacted,
  Decision,
  MessagePosted,
  Phase,
  RequestKind,
  RunStatus,
  ScopeOpened,
  ToolCompleted,
  WorkspaceChanged,
  WorkspaceSaved,
  ListPlace,
  SourceFile,
  ThreadSource,
} from './ledger-event.ts';
import type { FinishReason } from './finish-reason.ts';
import type { Answer, Question } from './question.ts';
import type { SeenWork } from './work/seen-work.ts';
import type { WorkTime } from './work/work-time.ts';

/** All that is known of a thread: what `fold` makes of its events. */
export interface ThreadState {
  readonly id: string;
  /** The last event folded; 0 for an empty thread. */
  readonly seq: number;
  readonly at: number;
  readonly title: string | undefined;
  readonly workspace: string | undefined;
  readonly origin: { readonly thread: string; readonly seq: number } | undefined;
  readonly source: ThreadSource | undefined;
  /** Where its agent works: in runs of ours, or in another program. */
  readonly agent: 'here' | 'elsewhere';
  readonly life: 'open' | 'closed';
  /** Of a session at rest: the last event before its end was told. */
  readonly rested: number | undefined;
  /** Of an import whose file can be followed no more: what became of it. */
  readonly lostFile: SourceFile | undefined;
  readonly placed: Placed;
  /** Who answers, as it was chosen last, whoever chose it: `choiceOf` says whether it holds here. */
  readonly chosen: AgentChosen | undefined;
  /** Messages, steps, statuses and compactions in the order they began: what the context and the contract are made of. */
  readonly log: Vector<LogEntry>;
  readonly scopes: PersistentMap<ScopeState>;
  /** By scope, as `nextStepOf` tells it. No rewind changes it: numbers are never used again. */
  readonly nextSteps: PersistentMap<number>;
  readonly steps: PersistentMap<Step>;
  readonly openSteps: PersistentMap<true>;
  readonly calls: CallIndex;
  readonly requests: PersistentMap<Request>;
  /** How many messages were posted: message keys count, so that they do not depend on `seq`. */
  readonly messageCount: number;
  /** Client ids of the messages posted so far. */
  readonly posted: PersistentMap<true>;
  /** Outward ids of messages that are taken. */
  readonly messageIds: PersistentMap<true>;
  readonly queue: Queue;
  /** The workspace before the work that is under way, or that ended without an account of what it changed. */
  readonly saved: WorkspaceSaved | undefined;
  /** What was changed in the workspace, by the name of the change. No rewind changes it: the files stay as they are. */
  readonly changes: PersistentMap<Change>;
  readonly account: Account;
  readonly anomalies: Anomalies;
  readonly checkpoints: Vector<Checkpoint>;
  /** Those that landed on what still counts, or are at the same place as one that did; in order. */
  readonly rewinds: readonly Rewind[];
  /** What rewinds took back, in order: it was paid all the same. No rewind changes it. */
  readonly takenBack: Vector<TakenBack>;
  /** How long its runs have worked. No rewind changes it. */
  readonly work: WorkTime;
  /** When there was work, by all that was recorded: of an import, whose runs do not tell it. No rewind changes it. */
  readonly seen: SeenWork;
}

/** What one rewind took back: all that is `before` it, and did not where it landed. */
export interface TakenBack {
  readonly before: Pick<ThreadState, 'log' | 'steps' | 'scopes' | 'calls'>;
  readonly landed: Pick<ThreadState, 'openSteps'> & { readonly entries: number };
}

/** A rewind, and with it an earlier version of the thread: all events before it. */
export interface Rewind {
  /** The event that did it. */
  readonly seq: number;
  readonly at: number;
  /** Which person, where several are known. */
  readonly by?: string;
  /** The boundary that it landed on; that of a later rewind which took back the message that it was at. */
  readonly to: number;
  /** What was said and unread there: it is answered again. Undefined: the next message takes the place of what was said. */
  readonly message: number | undefined;
}

/** Where a thread is in the list; `at`: since when it is in that place. */
export interface Placed {
  readonly place: ListPlace;
  readonly at: number;
  readonly pinned: boolean;
}

/** What has a place in the order of a thread: a message, a step, a status, a compaction. */
export type LogEntry =
  | {
      readonly kind: 'message';
      readonly key: string;
      /** Under which it leaves the ledger, in every bridge. */
      readonly id: string;
      readonly message: MessagePosted;
      /** The event from which on it counts: its own, that of its last change, or the end of the run it waited for. */
      readonly since: number;
    }
  /** A message that was taken back before anybody read it, or a result whose call turned up. */
  | {
      readonly kind: 'gone';
      readonly was: 'message' | 'orphan';
      /** The event that did it. */
      readonly since: number;
    }
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'status'; readonly status: AgentStatus }
  | { readonly kind: 'continuation'; readonly continuation: AgentContinuation }
  | { readonly kind: 'compaction'; readonly compaction: ContextCompacted }
  | { readonly kind: 'undone'; readonly change: WorkspaceChanged }
  /** `outwardId`: the call that turns up takes it over. */
  | { readonly kind: 'orphan'; readonly result: ToolCompleted; readonly outwardId: string };

/** What a person said and no step has read yet, by the `seq` of the message: it can still be changed. */
export interface Queue {
  /** Said with `followUp` during a run: nobody reads it before the run has completed. */
  readonly held: PersistentMap<Held>;
  /** Said, and in its place; the next step will read it. */
  readonly said: PersistentMap<Said>;
}

export interface Held {
  readonly key: string;
  readonly id: string;
  readonly message: MessagePosted;
}

/** Where it is in the log. */
interface Said {
  readonly entry: number;
}

export interface Change {
  readonly event: WorkspaceChanged;
  /** An undo cannot be undone. */
  readonly undo: 'possible' | 'undone' | 'is-undo';
}

/** What is known of one scope: its agent, its run, its next step. */
export interface ScopeState {
  readonly scope: string | undefined;
  readonly opened: ScopeOpened | undefined;
  readonly config: AgentConfigured | undefined;
  /** The last one. */
  readonly compaction: ContextCompacted | undefined;
  readonly status: RunStatus | undefined;
  readonly run: string | undefined;
  readonly stopRequested: boolean;
  /** Why it has to stop, as a message, where no person asked for it. */
  readonly stopReason: string | undefined;
  /** How many of its steps have not ended. */
  readonly openSteps: number;
}

/** One model response and the tools it called. */
export interface Step {
  readonly key: string;
  readonly scope: string | undefined;
  readonly step: number;
  readonly run: string | undefined;
  /** The event that started it. */
  readonly seq: number;
  readonly startedAt: number;
  readonly builtFrom: number | undefined;
  /** How the agent was set when it started. */
  readonly config: AgentConfigured | undefined;
  readonly end: StepEnd | undefined;
  readonly parts: Vector<Part>;
  /** The part after the last call: text from here on may still be the answer. */
  readonly tail: number;
  /** A call of this step needs our result. */
  readonly owesResult: boolean;
}

/** How a step ended. */
export interface StepEnd {
  readonly reason: FinishReason;
  readonly discarded: boolean;
  readonly at: number;
  readonly usage: Usage | undefined;
  readonly durationMs: number | undefined;
  readonly error: Failure | undefined;
  /** What follows a failed attempt. */
  readonly retry: Retry | undefined;
}

/** The next attempt: which one of how many, and after how long a wait. */
export interface Retry {
  readonly attempt: number;
  readonly max: number;
  readonly waitMs: number;
  /** When it begins, in milliseconds since 1970. */
  readonly until: number;
  /** Who did not want to wait for it. */
  readonly by?: string;
}

/** One ordered piece of a step, as far as it has arrived. `at` is when its first words came. */
export type Part =
  | {
      readonly kind: 'text';
      readonly at: number;
      readonly text: string;
      readonly phase: Phase | undefined;
      readonly complete: boolean;
      readonly blob: ProviderBlob | undefined;
    }
  | {
      readonly kind: 'reasoning';
      readonly at: number;
      readonly text: string;
      readonly complete: boolean;
      readonly blob: ProviderBlob | undefined;
    }
  | { readonly kind: 'call'; readonly call: string }
  | {
      readonly kind: 'file' | 'source';
      readonly at: number;
      readonly content: ContentPart | undefined;
      readonly text: string;
      readonly blob: ProviderBlob | undefined;
    }
  | { readonly kind: 'refusal'; readonly at: number; readonly text: string; readonly blob: ProviderBlob | undefined }
  | { readonly kind: 'opaque'; readonly blob: ProviderBlob | undefined }
  /** A part that has a place but has not arrived yet. */
  | { readonly kind: 'absent' };

/** Calls by place, and the ways a result may name one. */
export interface CallIndex {
  /** By `scope|step|part`. */
  readonly byPlace: PersistentMap<Call>;
  /** Calls with an id, by scope and id. */
  readonly named: PersistentMap<Named>;
  /** Calls without an id, by `scope|name`, in order. */
  readonly unnamed: PersistentMap<Unnamed>;
  /** Results that came before their call, under the name they gave. */
  readonly early: PersistentMap<Vector<Early>>;
  /** Places of calls that have no outcome yet. */
  readonly open: PersistentMap<true>;
  /** Outward ids that are taken: the call's place, or `""` for a result without its call. */
  readonly outward: PersistentMap<string>;
}

export interface Early {
  readonly result: ToolCompleted;
  readonly outwardId: string;
  /** Where it is in the log. */
  readonly entry: number;
}

/** The newest call of an id, and the places of those that had it in other steps. */
interface Named {
  readonly step: number;
  readonly place: string;
  readonly others: PersistentMap<string>;
}

interface Unnamed {
  readonly places: Vector<string>;
  readonly started: Reached;
  readonly settled: Reached;
}

/** How many calls of a row have come this far, and the places of those after them that have, too. */
export interface Reached {
  readonly count: number;
  readonly ahead: PersistentMap<true>;
}

/** Something only a person can settle, and how it was settled. */
export interface Request {
  readonly id: string;
  readonly kind: RequestKind;
  readonly scope: string | undefined;
  /** The place of the call it belongs to. */
  readonly call: string | undefined;
  readonly title: string | undefined;
  readonly questions: readonly Question[];
  readonly proposedArguments: string | undefined;
  /** What `thread` allows, in words; without it, the tool with exactly these arguments. */
  readonly covers: string | undefined;
  /** It can be allowed for always: whoever asks will remember it. */
  readonly keepsAlways: boolean;
  readonly expiresAt: number | undefined;
  readonly openedAt: number;
  /** The event that opened it. */
  readonly seq: number;
  readonly settled: Settlement | undefined;
}

/** How a request was settled, by whom and when. */
export interface Settlement {
  readonly decision: Decision;
  readonly answers: readonly Answer[];
  readonly executedArguments: string | undefined;
  readonly reason: string | undefined;
  readonly by: string | undefined;
  readonly at: number;
  /** The event that settled it. */
  readonly seq: number;
}

/** Of an import: what became of every record ([L4]). */
export interface Account {
  /** How many could be read: those that are shown, folded and hidden. */
  readonly records: number;
  readonly shown: number;
  /** They are part of what another one shows. */
  readonly folded: number;
  /** By the rule that hides them. */
  readonly hidden: PersistentMap<number>;
  /** What is no record that can be read. */
  readonly malformed: Vector<MalformedRecord>;
}

/** Where something cannot be read, and why. `file`: the file of a subagent, beside the session's own. */
interface MalformedRecord {
  readonly line: number;
  readonly byte: number;
  readonly reason: string;
  readonly file?: string;
}

/** An event that the fold could not use, and why. */
export interface Anomaly {
  readonly seq: number;
  readonly type: string;
  readonly reason: AnomalyReason;
  /** What is wrong with a value that is no event. */
  readonly detail?: string;
}

/** What is wrong with an event that the fold did not take as it is. */
export type AnomalyReason =
  | 'no-event'
  | 'other-thread'
  | 'events-missing'
  | 'message-known'
  | 'message-not-queued'
  | 'scope-known'
  | 'step-known'
  | 'step-unknown'
  | 'step-discarded'
  | 'step-ended'
  | 'part-too-far'
  | 'part-of-other-kind'
  | 'part-complete'
  | 'text-missing'
  | 'call-known'
  | 'call-unknown'
  | 'call-id-taken'
  | 'call-cut-off'
  | 'call-ended'
  | 'illegal-move'
  | 'result-known'
  | 'request-known'
  | 'request-unknown'
  | 'request-settled'
  | 'nothing-to-rewind-to'
  | 'change-known'
  | 'change-not-undoable';

/** Events that changed nothing: counted all, the first hundred kept. */
interface Anomalies {
  readonly count: number;
  readonly first: Vector<Anomaly>;
}

/** The state as it was when event `seq` had been folded: where a rewind can land. */
export interface Checkpoint {
  readonly seq: number;
  readonly state: ThreadState;
}
