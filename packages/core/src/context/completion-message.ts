import type { ContentPart, ProviderBlob } from '../ledger/content-part.ts';
import type { Phase } from '../ledger/ledger-event.ts';
import type { Json } from '../ledger/json/json.ts';

export type CompletionRole = 'system' | 'user' | 'assistant';

/** One ordered piece of a message to or from a model; `blob` is given back only to its maker. */
export type CompletionPart =
  | { readonly type: 'text'; readonly text: string; readonly phase?: Phase; readonly blob?: ProviderBlob }
  | { readonly type: 'reasoning'; readonly text: string; readonly blob?: ProviderBlob }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      /** The exact bytes of the arguments. */
      readonly arguments: string;
      readonly runs: 'here' | 'provider';
      readonly blob?: ProviderBlob;
    }
  | {
      readonly type: 'result';
      readonly callId: string;
      readonly name: string;
      readonly parts: readonly ContentPart[];
      readonly isError: boolean;
      /** `provider`: it stands in the assistant's own message. */
      readonly runs: 'here' | 'provider';
      readonly blob?: ProviderBlob;
    }
  | { readonly type: 'content'; readonly content: ContentPart; readonly blob?: ProviderBlob }
  | { readonly type: 'refusal'; readonly text: string; readonly blob?: ProviderBlob }
  | { readonly type: 'opaque'; readonly blob: ProviderBlob };

/** Where a message came from, for whoever debugs a request. */
export type Provenance =
  | 'system'
  | 'user'
  | 'chat'
  | 'mixed'
  | 'tool-results'
  | 'tool-results-and-text'
  | 'assistant'
  | 'compaction';

/** A call and a result as flat values, for those who need no more. */
export interface ToolCallView {
  readonly id: string;
  readonly name: string;
  readonly parameters: { readonly [key: string]: Json };
}

export interface ToolResult {
  readonly toolCallId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** What a model reads or wrote: ordered parts are the truth; `content`, `toolCalls` and `toolResults` are views of them. */
export interface CompletionMessage {
  readonly role: CompletionRole;
  readonly parts: readonly CompletionPart[];
  readonly cacheControl?: { readonly type: 'ephemeral' };
  readonly provenance: Provenance;
  /** The last event of the ledger that speaks in it. */
  readonly seq?: number;
  readonly content: string;
  readonly toolCalls: readonly ToolCallView[];
  readonly toolResults: readonly ToolResult[];
}
