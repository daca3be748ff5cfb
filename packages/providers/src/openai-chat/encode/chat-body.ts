/** The body of a Chat Completions request, as far as the encoder writes it. */
import type { Json } from '@toolthread/core/json';

export interface ChatText {
  readonly type: 'text';
  readonly text: string;
}

export type ChatContent =
  | ChatText
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'file'; readonly file: { readonly filename: string; readonly file_data: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' } };

export interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface AssistantMessage {
  readonly role: 'assistant';
  /** Mistral's reasoning is in the content. */
  readonly content: string | null | readonly Json[];
  readonly refusal?: string;
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_text?: string;
  readonly reasoning_details?: readonly Json[];
  readonly tool_calls?: readonly ChatCall[];
}

/** A message of a Chat Completions request. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ChatContent[] }
  | AssistantMessage
  | {
      readonly role: 'tool';
      readonly tool_call_id: string;
      readonly name?: string;
      readonly content: string | readonly ChatText[];
    };

/** The body of a Chat Completions request. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly Json[];
  readonly stream: true;
  readonly [option: string]: unknown;
}
