/** Our models, reached by the providers' own clients over a socket, at the strict stand-in. */
import type { Model } from '@toolthread/core/context';
import type { Provider, Stub } from '@toolthread/provider-stub';
import { anthropicModel } from '../src/anthropic/index.ts';
import { geminiModel } from '../src/gemini/index.ts';
import { openaiChatModel } from '../src/openai-chat/index.ts';
import { openaiResponsesModel } from '../src/openai-responses/index.ts';

export const PROVIDERS: readonly Provider[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];

/** `modelAt(stub, 'anthropic')` */
export function modelAt(
  stub: Stub,
  provider: Provider,
  more: { readonly model?: string; readonly idleMs?: number } = {},
): Model {
  const { model, ...others } = more;
  const options = { apiKey: 'key', baseURL: stub.url(provider), ...others };
  switch (provider) {
    case 'anthropic':
      return anthropicModel({ ...options, model: model ?? 'claude-opus-4-7' });
    case 'openai-chat':
      return openaiChatModel({ ...options, model: model ?? 'gpt-5' });
    case 'openai-responses':
      return openaiResponsesModel({ ...options, model: model ?? 'gpt-5.5' });
    case 'gemini':
      return geminiModel({ ...options, model: model ?? 'gemini-3-pro' });
    default:
      return provider satisfies never;
  }
}
