/** Anthropic's own client, as transport only: one request, its raw events, and what went wrong as an `end`. */
import type { AbortSignalLike, Model, ModelEvent, ModelRequest } from '@toolthread/core';
import { debugLogger } from '../wire/debug-log.ts';
import { endingOf, troubleOf } from '../wire/failure.ts';
import { streamEvents } from '../wire/stream-events.ts';
import type { TransportOptions } from '../wire/transport-options.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { API, PROVIDER } from './rules.ts';

export type AnthropicOptions = TransportOptions;

/** `anthropicModel({ model: 'claude-opus-4-7' })` */
export function anthropicModel(options: AnthropicOptions): Model {
  const { model, contextTokens } = options;
  return {
    provider: PROVIDER,
    api: API,
    model,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => stream(options, request, signal),
  };
}

function stream(options: AnthropicOptions, request: ModelRequest, signal: AbortSignalLike): AsyncIterable<ModelEvent> {
  const { model, apiKey, baseURL, headers, idleMs } = options;
  const log = debugLogger(options.log, {
    provider: PROVIDER,
    model,
    secrets: [apiKey, process.env['ANTHROPIC_API_KEY']],
  });
  return streamEvents(
    {
      decoder: decode({ model, tools: request.tools }),
      failure: (thrown) => endingOf(troubleOf(thrown)),
      log,
      ...(idleMs === undefined ? {} : { idleMs }),
      open: async (abort) => {
        const { default: Anthropic } = await import('@anthropic-ai/sdk');
        const client = new Anthropic({
          ...(apiKey === undefined ? {} : { apiKey }),
          ...(baseURL === undefined ? {} : { baseURL }),
          ...(headers === undefined ? {} : { defaultHeaders: headers }),
          maxRetries: 0,
          logLevel: 'off',
        });
        const body = encode({ ...request, model });
        log('request', body);
        return client.post<AsyncIterable<unknown>>('/v1/messages', { body, stream: true, signal: abort });
      },
    },
    signal,
  );
}
