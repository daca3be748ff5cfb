import type { Evaluation } from '../ledger/stop-reason.ts';

/** The smallest stable payload a UI needs to draw tool calls and results beside what people and models said. */
export type MessageRole = 'user' | 'assistant' | 'tool' | 'status';

/** What a status message tells. */
export type StatusType = 'thinking' | 'tool_call' | 'tool_result' | 'error' | 'info' | 'continuation';

/** One message of the contract. */
export interface Message {
  readonly id: string;
  readonly role: MessageRole;
  readonly content: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly metadata?: MessageMetadata;
}

/** What goes with a message, by its role. */
export interface MessageMetadata {
  /** Of an assistant message. */
  readonly tool_calls?: ToolCallInfo[];

  /** Of a tool message; a `status` message of type `tool_call` names its call with the first two. */
  readonly tool_call_id?: string;
  readonly tool_name?: string;
  /** `0`, `false`, `""` and `null` are results: only absence is none. */
  readonly tool_result?: unknown;
  /** The field's presence decides, not its value: an empty text is still an error. */
  readonly tool_error?: string;
  readonly tool_duration_ms?: number;

  /** Of a status message. */
  readonly status_type?: StatusType;
  readonly continuation?: ContinuationInfo;
}

/** A call, as a message of the contract tells it. */
export interface ToolCallInfo {
  readonly id?: string;
  readonly name: string;
  readonly args?: Record<string, unknown>;
  /** For people: the first arguments, shortened. */
  readonly args_summary?: string;
}

/** Whether a run goes on, and why. */
export interface ContinuationInfo {
  readonly should_continue: boolean;
  readonly stop_reason: string;
  readonly resolved_by: string;
  /** What each criterion said, where it is known. */
  readonly evaluations?: readonly Evaluation[];
}

/**
 * Whether a message is one of the assistant that calls tools.
 *
 * @example
 * isToolCallMessage({ id: 'm1', role: 'assistant', content: '', timestamp: '', metadata: { tool_calls: [{ name: 'search' }] } }); //=> true
 */
export function isToolCallMessage(message: Message): boolean {
  const calls: unknown = message?.metadata?.tool_calls;
  return message?.role === 'assistant' && Array.isArray(calls) && calls.length > 0;
}

/**
 * Whether a message is the result of a call.
 *
 * @example
 * isToolResultMessage({ id: 'm1', role: 'tool', content: '', timestamp: '' }); //=> true
 */
export function isToolResultMessage(message: Message): boolean {
  return message?.role === 'tool';
}

/**
 * Whether a tool's message tells an error. A `null`, which some back ends write for "none", is none; `""` is an error.
 *
 * @example
 * hasToolError({ id: 'm1', role: 'tool', content: '', timestamp: '', metadata: { tool_error: '' } }); //=> true
 */
export function hasToolError(message: Message): boolean {
  const error: unknown = message?.metadata?.tool_error;
  return message?.role === 'tool' && error !== undefined && error !== null;
}
