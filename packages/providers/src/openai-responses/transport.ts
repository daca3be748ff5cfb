import type { AbortSignalLike, Model, ModelEvent, ModelRequest } from '@toolthread/core';
import { openaiFailure, postStream } from '../openai-chat/openai-client.ts';
import { debugLogger } from '../wire/debug-log.ts';
import { streamEvents } from '../wire/stream-events.ts';
import type { TransportOptions } from '../wire/transport-options.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { API, PROVIDER } from './rules.ts';

export interface OpenAIResponsesOptions extends TransportOptions {
  /** The name that the ledger knows the service by; `openai` unless said. */
  readonly provider?: string;
}

/** `openaiResponsesModel({ model: 'gpt-5.5' })` */
export function openaiResponsesModel(options: OpenAIResponsesOptions): Model {
  const { model, contextTokens, provider = PROVIDER } = options;
  return {
    provider,
    api: API,
    model,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => stream({ ...options, provider }, request, signal),
  };
}

function stream(
  options: OpenAIResponsesOptions & { readonly provider: string },
  request: ModelRequest,
  signal: AbortSignalLike,
): AsyncIterable<ModelEvent> {
  const { model, provider, apiKey, idleMs } = options;
  const log = debugLogger(options.log, { provider, model, secrets: [apiKey, process.env['OPENAI_API_KEY']] });
  return streamEvents(
    {
      decoder: decode({ provider, model, tools: request.tools }),
      failure: openaiFailure,
      log,
      ...(idleMs === undefined ? {} : { idleMs }),
      open: async (abort) => {
        const body = encode({ ...request, model, provider });
        log('request', body);
        return postStream(options, '/responses', body, abort);
      },
    },
    signal,
  );
}
