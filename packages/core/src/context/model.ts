/** A model, as the agent loop knows one: a request in, model events out. Providers implement it. */
import type { CallPart, CompletionMessage } from './completion-message.ts';
import type { ContentPart, Failure, ProviderBlob, Usage } from '../ledger/content-part.ts';
import type { Outcome, PartCompleted, Phase } from '../ledger/ledger-event.ts';
import type { FinishReason } from '../ledger/finish-reason.ts';
import type { Json } from '../ledger/json/json.ts';

/** A model: messages go in, events come out. */
export interface Model {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
  readonly contextTokens?: number;
  /**
   * Contract: exactly one `end`, and it is the last event. Failures are an `end` with a reason, never thrown.
   * An aborted signal gives `end` with `aborted`.
   */
  stream(request: ModelRequest, signal: AbortSignalLike): AsyncIterable<ModelEvent>;
}

/** The part of `AbortSignal` that a pure package may name. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What a model is asked. */
export interface ModelRequest {
  readonly system?: string;
  readonly messages: readonly CompletionMessage[];
  readonly tools: readonly ToolSchema[];
  readonly maxTokens?: number;
  readonly options?: { readonly [key: string]: Json };
}

/** A tool, as a model gets it. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: Json };
}

/** `part` is the place in the step, counted from 0 by the decoder, whatever the provider calls it. */
export type ModelEvent =
  | { readonly type: 'text.delta'; readonly part: number; readonly text: string; readonly phase?: Phase }
  | { readonly type: 'reasoning.delta'; readonly part: number; readonly text: string }
  | { readonly type: 'input.delta'; readonly part: number; readonly text: string; readonly name?: string }
  | ({ readonly type: 'part' } & Pick<PartCompleted, 'part' | 'kind' | 'text' | 'phase' | 'content' | 'blob'>)
  | ({ readonly type: 'call'; readonly part: number; readonly providerId?: string } & Omit<CallPart, 'type' | 'id'>)
  /** The result of a call that the provider ran. */
  | {
      readonly type: 'result';
      readonly part: number;
      readonly providerId: string;
      readonly outcome: Outcome;
      readonly parts: readonly ContentPart[];
      readonly structured?: Json;
      readonly blob?: ProviderBlob;
    }
  | {
      readonly type: 'end';
      readonly reason: FinishReason;
      readonly usage?: Usage;
      readonly error?: Failure & { readonly retryAfterMs?: number; readonly retryable?: boolean };
    };
