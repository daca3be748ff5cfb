/** Uses Anthropic's own client for one request and its raw events. An error becomes an `end`. */
import type { Model } from '@toolthread/core/context';
import { endingOf, providerErrorOf } from '../wire/transport/provider-error.ts';
import { modelOver } from '../wire/transport/model-over.ts';
import { clientOptions } from '../wire/transport/transport-options.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { decode } from './decode/decode.ts';
import { encode } from './encode/encode.ts';
import { RULES } from './rules.ts';

/** Which model, and how to reach it. */
export type AnthropicOptions = TransportOptions;

/**
 * A model of Anthropic's Messages API. Nothing is sent before `stream`.
 *
 * @example
 * const model = anthropicModel({ model: 'claude-opus-4-7', apiKey: 'key' });
 * [model.provider, model.model]; //=> ['anthropic', 'claude-opus-4-7']
 */
export function anthropicModel(options: AnthropicOptions): Model {
  return modelOver({
    id: { provider: RULES.provider, api: RULES.api, model: options.model },
    options,
    secrets: () => [options.apiKey, process.env['ANTHROPIC_API_KEY'], process.env['ANTHROPIC_AUTH_TOKEN']],
    encode,
    send: async (body, signal) => {
      const { default: Anthropic } = await import('@anthropic-ai/sdk');
      const client = new Anthropic(clientOptions(options));
      return client.post<AsyncIterable<unknown>>('/v1/messages', { body, stream: true, signal });
    },
    decode,
    failure: (thrown) => endingOf(providerErrorOf(thrown)),
    address: options.baseURL ?? 'https://api.anthropic.com',
  });
}
