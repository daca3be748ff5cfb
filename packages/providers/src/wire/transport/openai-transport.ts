/** Uses OpenAI's own client for one request and its raw events. An error becomes an `end`. */
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Ending } from '../decode/decoder.ts';
import { endingOf, providerErrorOf } from './provider-error.ts';
import type { Transport } from './model-over.ts';
import { clientOptions } from './transport-options.ts';
import type { TransportOptions } from './transport-options.ts';

/** `openaiTransport(options, '/responses')`: the parts that both of OpenAI's formats share. */
export function openaiTransport(
  options: TransportOptions,
  path: string,
): Pick<Transport<object>, 'options' | 'secrets' | 'send' | 'failure' | 'address'> {
  return {
    options,
    secrets: () => [options.apiKey, process.env['OPENAI_API_KEY']],
    send: async (body, signal) => {
      const { default: OpenAI } = await import('openai');
      const client = new OpenAI(clientOptions({ ...options, ...keyFor(options) }));
      return client.post<AsyncIterable<unknown>>(path, { body, stream: true, signal });
    },
    failure: openaiFailure,
    address: options.baseURL ?? 'https://api.openai.com/v1',
  };
}

/** A local server needs no key, but the client demands one. */
function keyFor({ apiKey, baseURL }: TransportOptions): { readonly apiKey?: string } {
  if (apiKey !== undefined || baseURL === undefined) return {};
  return { apiKey: process.env['OPENAI_API_KEY'] ?? 'none' };
}

/** What the client threw. Its `code` says more than its `type`. After `insufficient_quota` another attempt does not help. */
function openaiFailure(thrown: unknown): Ending {
  const cause = providerErrorOf(thrown);
  const code = textOf(fieldsOf(thrown)['code']) ?? cause.code;
  return endingOf({ ...cause, code, ...(code === 'insufficient_quota' ? { shouldRetry: false } : {}) });
}
