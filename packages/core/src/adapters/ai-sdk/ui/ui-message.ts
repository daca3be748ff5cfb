/** The AI SDK's messages for a page, and the chunks in which they stream, as far as a thread needs them. */
import type { Json } from '../../../ledger/json/json.ts';

/** One message of `useChat`. */
export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly metadata?: { readonly toolthread: UiMetadata };
  readonly parts: readonly UiPart[];
}

/** What belongs to an assistant's message, and the SDK has no place for. */
export interface UiMetadata {
  /** What its run does, or how it ended. */
  readonly status?: string;
  readonly error?: string;
  /** The step that began last: a step alone is not a change that a page is sent. */
  readonly step?: number;
  readonly usage?: UiUsage;
  /** What a person was asked, by the request's name. */
  readonly requests?: { readonly [request: string]: Json };
}

/** Tokens as the SDK counts them: what was read from and written to a cache is input, too. */
export interface UiUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One part of a message: text, reasoning, a call, a file, a source, the start of a step. */
export interface UiPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One chunk of a UI message stream. */
export interface UiChunk {
  readonly type:
    | 'start'
    | 'start-step'
    | 'finish-step'
    | 'reset-step'
    | 'text-start'
    | 'text-delta'
    | 'text-end'
    | 'reasoning-start'
    | 'reasoning-delta'
    | 'reasoning-end'
    | 'file'
    | 'source-url'
    | 'source-document'
    | 'tool-input-start'
    | 'tool-input-available'
    | 'tool-approval-request'
    | 'tool-approval-response'
    | 'tool-output-available'
    | 'tool-output-error'
    | 'tool-output-denied'
    | 'message-metadata'
    | 'data-call'
    | 'data-rewound'
    | 'data-settled'
    | 'data-purged'
    | 'finish'
    | 'abort'
    | 'error';
  readonly [field: string]: unknown;
}
