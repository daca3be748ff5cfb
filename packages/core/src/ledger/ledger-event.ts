/**
 * The ledger's event union. It is closed: every reader switches over all of it.
 * Names on the wire and on disk are snake_case; `seq` is dense from 1 and given by the store; an event never changes.
 * `scope` says whose words and calls these are: absent for the thread's own agent, else `agent:<name>`, `team` or `child:<run>`.
 */
import type { AgentChosen } from './agent-chosen.ts';
import type { ThreadPlaced } from './thread-placed.ts';
import type { ContentPart, Failure, ProviderBlob, Usage } from './content-part.ts';
import type { Envelope } from './envelope.ts';
import type { FileChange } from './file-change.ts';
import type { Json } from './json/json.ts';
import type { Answer, Question } from './question.ts';
import type { StepEvent } from './step-event.ts';
import type { Evaluation, StopReason } from './stop-reason.ts';

export type { AgentChosen, ApprovalMode } from './agent-chosen.ts';
export type { ListPlace, ThreadPlaced } from './thread-placed.ts';
export { LEDGER_VERSION } from './envelope.ts';

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

/** The file that a thread is read from. `rewritten`: what was read stands there no more; it was cut, too. `there`: it is back. `noticed_at`: known since then. */
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
  /** `false`: its calls are nobody's business. They are withheld wherever events leave the server. */
  readonly show_tool_calls?: boolean;
  /** For a child run: the call it belongs to, and the scope that made the call. */
  readonly parent?: { readonly call: string; readonly scope?: string; readonly step?: number };
}

/** Which model answers from here on, and how it is set. A change starts an epoch. */
export interface AgentConfigured extends Envelope {
  readonly type: 'agent.configured';
  readonly provider: string;
  readonly api: string;
  /** Empty where no model speaks, but the program itself. */
  readonly model: string;
  readonly options?: { readonly [key: string]: Json };
  /** How many tokens a request and its answer may have, where that is known. It begins no epoch. */
  readonly context_tokens?: number;
  readonly system_hash?: string;
  readonly tools_hash?: string;
  /** The blob of the system prompt as it is sent; none where there is none, or nobody keeps it. */
  readonly system_blob?: string;
  /** The blob of the tools as the model is told of them: a JSON list of names, descriptions and parameters. */
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

interface PartDelta extends Envelope {
  readonly step: number;
  readonly part: number;
  /** Where in the part this text begins, in UTF-16 units: repeats and overlaps are harmless. */
  readonly offset: number;
  readonly text: string;
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

/** For the eye: arguments are executed only from `agent.tool.called`. */
export interface ToolInputDelta extends PartDelta {
  readonly type: 'agent.tool.input.delta';
  readonly name?: string;
  /** Our id, where the writer knows it before the call is whole. */
  readonly call?: string;
}

/** A piece of what a tool prints while it runs. */
export interface ToolOutputDelta extends Envelope {
  readonly type: 'agent.tool.output.delta';
  readonly step?: number;
  readonly call: string;
  readonly offset: number;
  readonly text: string;
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

/** A call is complete, and recorded before anything runs. */
export interface ToolCalled extends Envelope {
  readonly type: 'agent.tool.called';
  readonly step: number;
  readonly part: number;
  /** Our id, unique within (scope, step). Absent only where a foreign source gave none. */
  readonly call?: string;
  readonly provider_id?: string;
  readonly name: string;
  /** The exact bytes the model wrote. Where a source has not told them, none: the same event may come again with them, once. */
  readonly arguments: string;
  /** `provider`: the provider ran it, we owe no result. */
  readonly runs?: 'here' | 'provider';
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

interface CallEvent extends Envelope {
  /** Absent where the source names the call by tool name and order only. */
  readonly call?: string;
  readonly step?: number;
  /** With `step`, and without `call`: the call at that place. So a writer means one call without an id, whichever comes next by name. */
  readonly part?: number;
  readonly name?: string;
}

/** Durable before the tool runs: after a crash it proves that the tool may have run. */
export interface ToolStarted extends CallEvent {
  readonly type: 'agent.tool.started';
}

/** A call is tried again. */
export interface ToolRetrying extends CallEvent {
  readonly type: 'agent.tool.retrying';
  readonly attempt: number;
  readonly max_attempts: number;
  readonly error?: Failure;
}

/** How a call ended. `lost`: nobody knows, and the thread is closed. */
export type Outcome = 'done' | 'failed' | 'denied' | 'interrupted' | 'skipped' | 'lost';

/** A call has ended: its outcome, and its result. */
export interface ToolCompleted extends CallEvent {
  readonly type: 'agent.tool.completed';
  readonly outcome: Outcome;
  /** The result as the model sees it. */
  readonly parts?: readonly ContentPart[];
  /** The result as data: `0`, `false` and `""` are results. */
  readonly structured?: Json;
  readonly error?: Failure;
  readonly duration_ms?: number;
  /** Bytes before truncation, where the result was truncated, and the blob of the whole. */
  readonly full_size?: number;
  readonly full_blob?: string;
  /** The call is answered, and perhaps not over: what it began may go on, or nobody knows yet what it gave. A later result, if one comes, says how it ended. */
  readonly provisional?: boolean;
}

/** The run has to stop: somebody wants it, or it may not go on. */
export interface RunStopRequested extends Envelope {
  readonly type: 'run.stop.requested';
  readonly by?: string;
  /** Why, in words, where no person asked for it. */
  readonly reason?: string;
}

/** Whether a run goes on after a step, and why. */
export interface AgentContinuation extends Envelope {
  readonly type: 'agent.continuation';
  readonly should_continue: boolean;
  readonly stop_reason: StopReason;
  /** A foreign back end's own word, where it is none of ours; `stop_reason` is then `guard`. */
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
  readonly fate: RecordFate;
  /** Why it is hidden, or what is wrong with it; `told-again` for one that was shown before it was rewound. */
  readonly rule?: string;
  readonly raw?: string;
}

/** What is left of a purged event: its place, and who removed it. The only deletion there is. */
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
  | ToolInputDelta
  | ToolOutputDelta
  | PartCompleted
  | ToolCalled
  | RequestOpened
  | RequestResolved
  | ToolStarted
  | ToolRetrying
  | ToolCompleted
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
