/** Uses Google's own client for one request and its raw chunks. An error becomes an `end`. */
import type { Model } from '@toolthread/core/context';
import { boundedFetch } from '../wire/transport/bounded-fetch.ts';
import { modelOver } from '../wire/transport/model-over.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { decode } from './decode/decode.ts';
import { encode } from './encode/encode.ts';
import type { GeminiBody } from './encode/encode.ts';
import { geminiFailure } from './gemini-failure.ts';
import { RULES } from './rules.ts';

/** Which model, and how to reach it. */
export type GeminiOptions = TransportOptions;

/**
 * A model of Google's Gemini API. Nothing is sent before `stream`.
 *
 * @example
 * const model = geminiModel({ model: 'gemini-3-pro', apiKey: 'key' });
 * [model.provider, model.model]; //=> ['gemini', 'gemini-3-pro']
 */
export function geminiModel(options: GeminiOptions): Model {
  return modelOver({
    id: { provider: RULES.provider, api: RULES.api, model: options.model },
    options,
    secrets: () => [keyOf(options)],
    encode,
    send: (body, signal) => send(options, body, signal),
    decode,
    failure: geminiFailure,
    address: options.baseURL ?? 'https://generativelanguage.googleapis.com',
  });
}

function keyOf({ apiKey }: GeminiOptions): string | undefined {
  return apiKey ?? process.env['GEMINI_API_KEY'] ?? process.env['GOOGLE_API_KEY'];
}

async function send(
  options: GeminiOptions,
  body: GeminiBody,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { model, baseURL, headers = {} } = options;
  const apiKey = keyOf(options);
  // Without a key the client would look for credentials on this machine.
  if (apiKey === undefined)
    throw Object.assign(new Error('There is no API key for Gemini. Set GEMINI_API_KEY, or give `apiKey`.'), {
      code: 'authentication_error',
    });
  const { GoogleGenAI } = await import('@google/genai');
  const client = new GoogleGenAI({ apiKey, vertexai: false });
  let answered: Headers | undefined;
  const httpOptions = {
    // The client would rewrite `contents`. `extraBody` is sent unchanged, and replaces them.
    extraBody: body,
    headers: { ...headers },
    ...(baseURL === undefined ? {} : { baseUrl: baseURL }),
    fetch: async (...asked: Parameters<typeof fetch>): Promise<Response> => {
      const response = await boundedFetch(...asked);
      answered = response.headers;
      return response;
    },
  };
  try {
    return await client.models.generateContentStream({ model, contents: '', config: { abortSignal, httpOptions } });
  } catch (thrown) {
    // What the client throws does not say when to try again.
    throw thrown instanceof Error ? Object.assign(thrown, { headers: answered }) : thrown;
  }
}
