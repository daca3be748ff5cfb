/** A model by name: the one door for those who do not care which provider it is. */
import type { Model } from '@toolthread/core/context';
import { anthropicModel } from './anthropic/transport.ts';
import { geminiModel } from './gemini/transport.ts';
import { openaiChatModel } from './openai-chat/transport.ts';
import { openaiResponsesModel } from './openai-responses/transport.ts';
import type { TransportOptions } from './wire/transport-options.ts';

export type { DebugEntry, DebugLog } from './wire/debug-log.ts';

export type ModelProvider = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

export interface ModelOptions extends TransportOptions {
  readonly provider: ModelProvider;
}

/** `createModel({ provider: 'anthropic', model: 'claude-opus-4-7' })` */
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
      return provider satisfies never;
  }
}
