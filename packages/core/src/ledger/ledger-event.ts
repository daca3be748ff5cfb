/**
 * The ledger's event union. It is closed: every reader switches over all of it.
 * Names on the wire and on disk are snake_case; `seq` is dense from 1 and given by the store; an event never changes.
 * `scope` says whose words and calls these are: absent for the thread's own agent, else `agent:<name>`, `team` or `child:<run>`.
 */
import type { AgentChosen } from './event/agent-chosen.ts';
import type { ThreadPlaced } from './event/thread-placed.ts';
import type { ContentPart, ProviderBlob, Usage } from './content-part.ts';
import type { CallEvent } from './event/call-event.ts';
import type { Envelope } from './event/envelope.ts';
import type { PartDelta } from './event/part-delta.ts';
import type { FileChange } from './file-change.ts';
import type { Json } from './json/json.ts';
import type { Answer, Question } from './question.ts';
import type { StepEvent } from './event/step-event.ts';
import type { Evaluation, StopReason } from './stop-reason.ts';

export type { AgentChosen, ApprovalMode } from './event/agent-chosen.ts';
export type { ListPlace, ThreadPlaced } from './event/thread-placed.ts';
export type { Outcome, ToolCompleted } from './event/call-event.ts';
export { LEDGER_VERSION } from './event/envelope.ts';

/** The first event of a thread. An import tells it once more where its file names the folder late: what the later one does not name stays. */
export interface ThreadCreated extends Envelope {
  readonly type: 'thread.created';
  readonly title?: string;
  readonly workspace?: string;
  /** A fork: its first events are a copy of the origin's, up to `seq`. */
  readonly origin?: { readonly thread: string; readonly seq: number };
  /** An import: the format it was read from. */
  readonly source?: ThreadSource;
  /** `elsewhere`: its agent is another program, which writes the events itself, and no run of ours is in it. A fork says `here` when its copy is whole. */
  readonly agent?: 'here' | 'elsewhere';
}

/** Where an imported thread comes from. `parent`: the session that started this one, as its file says. */
export interface ThreadSource {
  readonly format: string;
  readonly session?: string;
  readonly parent?: string;
}

/** The thread has another title. */
export interface ThreadRenamed extends Envelope {
  readonly type: 'thread.renamed';
  readonly title: string;
}

/** Nothing more will come: only now is an open call `lost`. */
export interface ThreadClosed extends Envelope {
  readonly type: 'thread.closed';
  /** Where it ended because of the file that it was read from. */
  readonly file?: SourceFile;
}

/**
 * Nothing more came of a session that another program writes: what follows says how it ends if that is all. If more comes, a `retold` rewind to the event
 * before this one takes the end back, and the thread is as if it had never rested.
 */
export interface ThreadRested extends Envelope {
  readonly type: 'thread.rested';
}

/** The file that a thread is read from. `rewritten`: what was read is there no more; it was cut, too. `there`: it is back. `noticed_at`: known since then. */
export interface SourceFile {
  readonly is: 'gone' | 'rewritten' | 'there';
  readonly noticed_at: number;
}

/** Events after `to` no longer count in the views. It lands on the last message or step boundary at or before `to`. */
export interface ThreadRewound extends Envelope {
  readonly type: 'thread.rewound';
  /** Which person, where several are known. */
  readonly by?: string;
  readonly to: number;
  /** Nobody went back: the file of an import changed what it had told, and tells it again. What was told before is no version. */
  readonly retold?: boolean;
}

/** A person, or another participant, said something. */
export interface MessagePosted extends Envelope {
  readonly type: 'message.posted';
  readonly author: string;
  /** Which person, where several are known: the author of all of them is `@human`. */
  readonly by?: string;
  readonly parts: readonly ContentPart[];
  /** Set by a composer only. Text never mentions anyone. */
  readonly mentions?: readonly string[];
  /** Posting the same client id again changes nothing. */
  readonly client_id?: string;
  readonly delivery: 'now' | 'steer' | 'followUp';
}

/** The author thought again. It counts until a step has read the message; then it is too late. */
export interface MessageChanged extends Envelope {
  readonly type: 'message.changed';
  /** The `seq` of its `message.posted`. */
  readonly message: number;
  /** Which person, where several are known. */
  readonly by?: string;
  /** None: the message is taken back. */
  readonly parts: readonly ContentPart[];
}

/** A member, a team or a child run takes part from here on. */
export interface ScopeOpened extends Envelope {
  readonly type: 'scope.opened';
  readonly scope: string;
  readonly kind: 'member' | 'team' | 'child';
  readonly name: string;
  /** `false`: its calls are private. They are withheld wherever events leave the server. */
  readonly show_tool_calls?: boolean;
  /** For a child run: the call it belongs to, and the scope that made the call. */
  readonly parent?: { readonly call: string; readonly scope?: string; readonly step?: number };
}

/** Which model answers from here on, and how it is set. A change starts an epoch. */
export interface AgentConfigured extends Envelope {
  readonly type: 'agent.configured';
  readonly provider: string;
  readonly api: string;
  /** Empty if no model speaks, but the program itself. */
  readonly model: string;
  readonly options?: { readonly [key: string]: Json };
  /** How many tokens a request and its answer may have, where that is known. It begins no epoch. */
  readonly context_tokens?: number;
  readonly system_hash?: string;
  readonly tools_hash?: string;
  /** The blob of the system prompt as it is sent; none if there is none, or nobody keeps it. */
  readonly system_blob?: string;
  /** The blob of the tools as the model gets them: a JSON list of names, descriptions and parameters. */
  readonly tools_blob?: string;
}

/** What a run is doing, or how it ended. */
export type RunStatus = 'queued' | 'running' | 'awaiting_user' | 'completed' | 'failed' | 'cancelled';

/** A run begins, waits or ends. `source_id`: under which id a foreign back end stored it. */
export interface AgentStatus extends Envelope {
  readonly type: 'agent.status';
  readonly status: RunStatus;
  readonly previous_status?: RunStatus;
  readonly error_message?: string;
  readonly source_id?: string;
  /** Who asked for the run without saying anything. */
  readonly asked_by?: string;
}

/** A piece of what a model says. */
export interface TextDelta extends PartDelta {
  readonly type: 'agent.text.delta';
  /** Where the provider says at the start of a part what it is. */
  readonly phase?: Phase;
}

/** A piece of a model's reasoning. */
export interface ReasoningDelta extends PartDelta {
  readonly type: 'agent.reasoning.delta';
}

/** What a provider says a text is. */
export type Phase = 'commentary' | 'answer';

/** What a part is. */
export type PartKind = 'text' | 'reasoning' | 'file' | 'source' | 'refusal' | 'opaque';

/** A part of a step is whole. */
export interface PartCompleted extends Envelope {
  readonly type: 'agent.part.completed';
  readonly step: number;
  readonly part: number;
  readonly kind: PartKind;
  /** Replaces the deltas (imports have only this). */
  readonly text?: string;
  readonly phase?: Phase;
  /** For `file` and `source`. */
  readonly content?: ContentPart;
  readonly blob?: ProviderBlob;
}

/** What a person is asked for. */
export type RequestKind = 'approval' | 'question' | 'plan' | 'elicitation';

/** A person is asked. */
export interface RequestOpened extends Envelope {
  readonly type: 'request.opened';
  /** Unique in the thread. */
  readonly request: string;
  readonly kind: RequestKind;
  readonly call?: string;
  readonly step?: number;
  readonly title?: string;
  readonly questions?: readonly Question[];
  /** What the model proposed to run, as JSON text. */
  readonly proposed_arguments?: string;
  /** What `thread` allows, in words: `every page of https://example.org`. Without it, the tool with exactly these arguments. */
  readonly covers?: string;
  /** Whoever asks will remember a call that is allowed for always. Without it nobody does, and `always` is not offered. */
  readonly keeps_always?: boolean;
  readonly expires_at?: number;
}

/** How a request was settled. */
export type Decision = 'once' | 'thread' | 'always' | 'deny' | 'edit' | 'answered' | 'expired' | 'withdrawn';

/** A request is settled: decided, answered, expired or withdrawn. */
export interface RequestResolved extends Envelope {
  readonly type: 'request.resolved';
  readonly request: string;
  readonly decision: Decision;
  readonly answers?: readonly Answer[];
  /** With `edit`: what will run instead. */
  readonly executed_arguments?: string;
  readonly reason?: string;
  readonly by?: string;
}

/** The run has to stop: somebody wants it, or it may not go on. */
export interface RunStopRequested extends Envelope {
  readonly type: 'run.stop.requested';
  readonly by?: string;
  /** Why, as a message, where no person asked for it. */
  readonly reason?: string;
}

/** Whether a run goes on after a step, and why. */
export interface AgentContinuation extends Envelope {
  readonly type: 'agent.continuation';
  readonly should_continue: boolean;
  readonly stop_reason: StopReason;
  /** A foreign back end's own word, if it is none of ours; `stop_reason` is then `guard`. */
  readonly source_reason?: string;
  readonly resolved_by: string;
  readonly evaluations?: readonly Evaluation[];
  readonly source_id?: string;
}

/** A summary stands for older events in the context. The ledger keeps them. */
export interface ContextCompacted extends Envelope {
  readonly type: 'context.compacted';
  readonly summary: string;
  /** What the summary itself took. */
  readonly usage?: Usage;
  /** The summary stands for every event up to and including this one. */
  readonly replaces_to: number;
  readonly tokens_before?: number;
  readonly tokens_after?: number;
}

/** The workspace as it was before anything of a run could change it: durable before the first call that may. */
export interface WorkspaceSaved extends Envelope {
  readonly type: 'workspace.saved';
  /** The blob that lists its files. */
  readonly tree: string;
}

/** What the work since `workspace.saved` changed, whoever changed it; or an undo of such a change. */
export interface WorkspaceChanged extends Envelope {
  readonly type: 'workspace.changed';
  /** Unique in the thread. */
  readonly change: string;
  readonly files: readonly FileChange[];
  /** Files of which it is not known whether they changed. */
  readonly unknown?: readonly string[];
  /** The change that this one takes back. */
  readonly undoes?: string;
  readonly by?: string;
}

/** What became of a record of an imported file. */
export type RecordFate = 'shown' | 'folded' | 'hidden' | 'malformed';

/** What became of one record of an imported file: the account is a fold too ([L4]). */
export interface SourceRecord extends Envelope {
  readonly type: 'source.record';
  readonly line: number;
  readonly byte: number;
  /** The name of the file, where it lies beside the session's own: a subagent's. Its lines are counted from 1 again. */
  readonly file?: string;
  readonly fate: RecordFate;
  /** Why it is hidden, or what is wrong with it; `told-again` for one that was shown before it was rewound. */
  readonly rule?: string;
  readonly raw?: string;
}

/** What is left of a purged event: its place, and who removed it. The only deletion there is. (One that ends or settles something keeps its type, without its words.) */
export interface EventPurged extends Envelope {
  readonly type: 'event.purged';
  readonly purged: string;
  readonly by: string;
}

/** Stands for an event that is not for the reader's eyes. It is made where events leave the server; no ledger holds it. */
export interface EventWithheld extends Envelope {
  readonly type: 'event.withheld';
}

/** One entry of a ledger. The union is closed. */
export type LedgerEvent =
  | ThreadCreated
  | ThreadRenamed
  | ThreadPlaced
  | ThreadRested
  | ThreadClosed
  | ThreadRewound
  | MessagePosted
  | MessageChanged
  | ScopeOpened
  | AgentChosen
  | AgentConfigured
  | AgentStatus
  | StepEvent
  | TextDelta
  | ReasoningDelta
  | PartCompleted
  | CallEvent
  | RequestOpened
  | RequestResolved
  | RunStopRequested
  | AgentContinuation
  | ContextCompacted
  | WorkspaceSaved
  | WorkspaceChanged
  | SourceRecord
  | EventPurged
  | EventWithheld;

type Unplaced<T> = T extends unknown ? Omit<T, 'v' | 'thread' | 'seq' | 'at'> : never;
/** An event before the store has given it its thread, place and version. */
export type EventDraft = Unplaced<LedgerEvent> & { readonly at?: number };
