import type { Model } from '@toolthread/core/context';
import { modelOver } from '../wire/transport/model-over.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { compatAt } from './compat.ts';
import type { Compat } from './compat.ts';
import { decode } from './decode/decode.ts';
import { encode } from './encode/encode.ts';
import { openaiTransport } from '../wire/transport/openai-transport.ts';
import { RULES } from './rules.ts';

/** Which model, how to reach it, and which kind of server it is on. */
export interface OpenAIChatOptions extends TransportOptions {
  /** The profile of the server. Known from the address for some, else `openai`. */
  readonly compat?: Compat;
  /** The name that the ledger knows the service by; that of its profile unless said. */
  readonly provider?: string;
}

/**
 * A model of OpenAI's Chat Completions API, or of one of the many services that speak it. Nothing is sent before `stream`.
 *
 * @example
 * const model = openaiChatModel({ model: 'deepseek-chat', baseURL: 'https://api.deepseek.com', apiKey: 'key' });
 * [model.provider, model.model]; //=> ['deepseek', 'deepseek-chat']
 */
export function openaiChatModel(options: OpenAIChatOptions): Model {
  const { model, compat = compatAt(options.baseURL), provider = compat } = options;
  return modelOver({
    id: { provider, api: RULES.api, model },
    encode: (request) => encode({ ...request, compat }),
    decode,
    ...openaiTransport(options, '/chat/completions'),
  });
}
