/** Google's own client, as transport only: one request, its raw chunks, and what went wrong as an `end`. */
import type { AbortSignalLike, Model, ModelEvent, ModelRequest } from '@toolthread/core';
import { debugLogger } from '../wire/debug-log.ts';
import { streamEvents } from '../wire/stream-events.ts';
import type { TransportOptions } from '../wire/transport-options.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { geminiFailure } from './failure.ts';
import { API, PROVIDER } from './rules.ts';

export type GeminiOptions = TransportOptions;

/** `geminiModel({ model: 'gemini-3-pro' })` */
export function geminiModel(options: GeminiOptions): Model {
  const { model, contextTokens } = options;
  return {
    provider: PROVIDER,
    api: API,
    model,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => stream(options, request, signal),
  };
}

function stream(options: GeminiOptions, request: ModelRequest, signal: AbortSignalLike): AsyncIterable<ModelEvent> {
  const { model, baseURL, headers = {}, idleMs } = options;
  const apiKey = options.apiKey ?? process.env['GEMINI_API_KEY'] ?? process.env['GOOGLE_API_KEY'];
  const log = debugLogger(options.log, { provider: PROVIDER, model, secrets: [apiKey] });
  let answered: Headers | undefined;
  return streamEvents(
    {
      decoder: decode({ model, tools: request.tools }),
      failure: (thrown) => geminiFailure(thrown, answered),
      log,
      ...(idleMs === undefined ? {} : { idleMs }),
      open: async (abort) => {
        // Without a key the client would go and ask the machine it runs on for credentials.
        if (apiKey === undefined)
          throw Object.assign(new Error('There is no API key.'), { code: 'authentication_error' });
        const { GoogleGenAI } = await import('@google/genai');
        const client = new GoogleGenAI({ apiKey, vertexai: false });
        const body = encode({ ...request, model });
        log('request', body);
        return client.models.generateContentStream({
          model,
          // The client would rewrite what it is given; `extraBody` goes over it as it is.
          contents: '',
          config: {
            abortSignal: abort,
            httpOptions: {
              extraBody: body,
              headers: { ...headers },
              ...(baseURL === undefined ? {} : { baseUrl: baseURL }),
              fetch: async (input, init) => {
                const response = await fetch(input, init);
                answered = response.headers;
                return response;
              },
            },
          },
        });
      },
    },
    signal,
  );
}
