/** Makes a model of any provider by name. */
import type { Model } from '@toolthread/core/context';
import { anthropicModel } from './anthropic/anthropic-model.ts';
import { geminiModel } from './gemini/gemini-model.ts';
import { openaiChatModel } from './openai-chat/openai-chat-model.ts';
import { openaiResponsesModel } from './openai-responses/openai-responses-model.ts';
import type { TransportOptions } from './wire/transport/transport-options.ts';

export { askContextTokens } from './ask-context-tokens.ts';
export { listModels } from './list-models.ts';
export type { ListedModels, ModelsAsked } from './list-models.ts';
export { requestBody } from './request-body.ts';
export type { RequestBody } from './request-body.ts';
export { contextTokensOf } from './context-tokens-of.ts';
export type { DebugEntry, DebugLog } from './wire/transport/debug-log.ts';
export type { Model } from '@toolthread/core/context';
export type { EncodeNote } from './wire/encode/encode-request.ts';
export type { ModelId } from './wire/encode/model-id.ts';
export type { TransportOptions } from './wire/transport/transport-options.ts';

/** A provider, or the form of API that it speaks. */
export type ModelProvider = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

/** Which model, of whom, and how to reach it. */
export interface ModelOptions extends TransportOptions {
  readonly provider: ModelProvider;
}

/**
 * A model of any provider, by name. Nothing is sent before `stream`. Throws if there is no provider of that name.
 *
 * @example
 * createModel({ provider: 'anthropic', model: 'claude-opus-4-7', apiKey: 'key' }).provider; //=> 'anthropic'
 */
export function createModel({ provider, ...options }: ModelOptions): Model {
  switch (provider) {
    case 'anthropic':
      return anthropicModel(options);
    case 'openai-chat':
      return openaiChatModel(options);
    case 'openai-responses':
      return openaiResponsesModel(options);
    case 'gemini':
      return geminiModel(options);
    default:
      // From a file, or a program without types.
      provider satisfies never;
      throw new Error(
        `createModel knows no provider ${JSON.stringify(provider)}: give anthropic, openai-chat, openai-responses or gemini.`,
      );
  }
}
