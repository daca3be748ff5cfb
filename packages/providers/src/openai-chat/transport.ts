import type { Model } from '@toolthread/core';
import { debugLogger } from '../wire/debug-log.ts';
import { streamEvents } from '../wire/stream-events.ts';
import { API } from './compat.ts';
import type { Compat } from './compat.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { openaiFailure, postStream } from './openai-client.ts';
import type { OpenAIOptions } from './openai-client.ts';

export interface OpenAIChatOptions extends OpenAIOptions {
  /** `openai` unless said. */
  readonly compat?: Compat;
}

/** `openaiChatModel({ model: 'deepseek-chat', compat: 'deepseek', baseURL: 'https://api.deepseek.com', apiKey })` */
export function openaiChatModel(options: OpenAIChatOptions): Model {
  const { model, compat = 'openai', provider = compat, contextTokens, idleMs, debug, apiKey } = options;
  const log = debugLogger(debug, { provider, model, secrets: [apiKey, process.env['OPENAI_API_KEY']] });
  return {
    provider,
    api: API,
    model,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream(request, signal) {
      const open = async (stop: AbortSignal): Promise<AsyncIterable<unknown>> => {
        const body = encode({ ...request, model, provider, compat });
        log('request', body);
        return postStream(options, '/chat/completions', body, stop);
      };
      const decoder = decode({ provider, model, tools: request.tools });
      const idle = idleMs === undefined ? {} : { idleMs };
      return streamEvents({ open, decoder, failure: openaiFailure, log, ...idle }, signal);
    },
  };
}
