/** One message of any agent's session, in one shape: what a viewer of stored sessions reads and draws. */
import type { ContentPart } from '../ledger/content-part.ts';
import type { Json } from '../ledger/json/json.ts';

/** Words. */
export interface UnifiedTextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** Reasoning of a model. */
export interface UnifiedThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
}

/** An image, as base64 or by its address. */
export interface UnifiedImageBlock {
  readonly type: 'image';
  readonly source:
    | { readonly type: 'base64'; readonly data: string; readonly media_type: string }
    | { readonly type: 'url'; readonly url: string };
}

/** A command that a person typed. */
export interface UnifiedSlashCommandBlock {
  readonly type: 'slash_command';
  readonly command: string;
  readonly message?: string;
  readonly args?: string;
}

/** A call. */
export interface UnifiedToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: { readonly [key: string]: unknown };
}

/** A result, beside the messages that call. */
export interface UnifiedToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
  /** The result as data, where the source has it. */
  readonly structured?: unknown;
}

/** A piece of a message. */
export type UnifiedBlock =
  | UnifiedTextBlock
  | UnifiedThinkingBlock
  | UnifiedImageBlock
  | UnifiedSlashCommandBlock
  | UnifiedToolUseBlock
  | UnifiedToolResultBlock;

interface MessageFields {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly timestamp?: number | string;
  /** Of the message's one result, as data: the field that Claude Code's files have beside the message. */
  readonly toolUseResult?: unknown;
  /** The record it was read from. */
  readonly _original?: unknown;
}

/** A message of a stored session. */
export interface UnifiedMessage extends MessageFields {
  readonly content: string | readonly UnifiedBlock[];
  readonly isStreaming?: boolean;
}

/** A result inside its call. */
export interface UnifiedToolResult {
  /** The first image, or all of it as text. */
  readonly content: string | UnifiedImageBlock;
  readonly is_error: boolean;
  /** All of it, in order. */
  readonly parts: readonly ContentPart[];
  readonly structured?: Json;
}

/** A call with its result inside. */
export interface UIToolUseBlock extends UnifiedToolUseBlock {
  /** Absent while there is none. */
  readonly result?: UnifiedToolResult;
}

/** A `tool_result` that is left is an orphan: its call is nowhere. */
export type UIBlock = Exclude<UnifiedBlock, UnifiedToolUseBlock> | UIToolUseBlock;

/** A message whose calls hold their results. */
export interface UIMessage extends MessageFields {
  readonly content: string | readonly UIBlock[];
  readonly isStreaming: boolean;
}
