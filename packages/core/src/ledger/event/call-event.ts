/** What happens to a call, from its first arguments to its result. */
import type { ContentPart, Failure, ProviderBlob } from '../content-part.ts';
import type { Json } from '../json/json.ts';
import type { Envelope } from './envelope.ts';
import type { PartDelta } from './part-delta.ts';

/** Only for display: arguments are executed only from `agent.tool.called`. */
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

/** A call is complete, and recorded before anything runs. */
export interface ToolCalled extends Envelope {
  readonly type: 'agent.tool.called';
  readonly step: number;
  readonly part: number;
  /** Our id, unique within (scope, step). Absent only where a foreign source gave none. */
  readonly call?: string;
  readonly provider_id?: string;
  readonly name: string;
  /** The exact bytes the model wrote. If a source has not told them, none: the same event may come again with them, once. */
  readonly arguments: string;
  /** `provider`: the provider ran it, we owe no result. */
  readonly runs?: 'here' | 'provider';
  readonly blob?: ProviderBlob;
}

interface Named extends Envelope {
  /** Absent if the source names the call by tool name and order only. */
  readonly call?: string;
  readonly step?: number;
  /** With `step`, and without `call`: the call at that place. So a writer means one call without an id, whichever comes next by name. */
  readonly part?: number;
  readonly name?: string;
}

/** Durable before the tool runs: after a crash it proves that the tool may have run. */
export interface ToolStarted extends Named {
  readonly type: 'agent.tool.started';
}

/** A call is tried again. */
export interface ToolRetrying extends Named {
  readonly type: 'agent.tool.retrying';
  readonly attempt: number;
  readonly max_attempts: number;
  readonly error?: Failure;
}

/** How a call ended. `lost`: nobody knows, and the thread is closed. */
export type Outcome = 'done' | 'failed' | 'denied' | 'interrupted' | 'skipped' | 'lost';

/** A call has ended: its outcome, and its result. */
export interface ToolCompleted extends Named {
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

/** What happens to a call. */
export type CallEvent = ToolInputDelta | ToolCalled | ToolStarted | ToolRetrying | ToolOutputDelta | ToolCompleted;
