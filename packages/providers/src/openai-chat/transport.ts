import type { AbortSignalLike, Model, ModelEvent, ModelRequest } from '@toolthread/core';
import { debugLogger } from '../wire/debug-log.ts';
import { streamEvents } from '../wire/stream-events.ts';
import type { TransportOptions } from '../wire/transport-options.ts';
import { API, compatAt } from './compat.ts';
import type { Compat } from './compat.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { openaiFailure, postStream } from './openai-client.ts';

export interface OpenAIChatOptions extends TransportOptions {
  /** What the server is like: known from its address for some, else `openai`. */
  readonly compat?: Compat;
  /** The name that the ledger knows the service by; that of its profile unless said. */
  readonly provider?: string;
}

/** `openaiChatModel({ model: 'deepseek-chat', baseURL: 'https://api.deepseek.com', apiKey })` */
export function openaiChatModel(options: OpenAIChatOptions): Model {
  const { model, contextTokens, compat = compatAt(options.baseURL), provider = compat } = options;
  return {
    provider,
    api: API,
    model,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => stream({ ...options, compat, provider }, request, signal),
  };
}

function stream(
  options: OpenAIChatOptions & { readonly compat: Compat; readonly provider: string },
  request: ModelRequest,
  signal: AbortSignalLike,
): AsyncIterable<ModelEvent> {
  const { model, compat, provider, apiKey, idleMs } = options;
  const log = debugLogger(options.log, { provider, model, secrets: [apiKey, process.env['OPENAI_API_KEY']] });
  return streamEvents(
    {
      decoder: decode({ provider, model, tools: request.tools }),
      failure: openaiFailure,
      log,
      ...(idleMs === undefined ? {} : { idleMs }),
      open: async (abort) => {
        const body = encode({ ...request, model, provider, compat });
        log('request', body);
        return postStream(options, '/chat/completions', body, abort);
      },
    },
    signal,
  );
}
