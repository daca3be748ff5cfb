import type { Model } from '@toolthread/core/context';
import { openaiTransport } from '../wire/transport/openai-transport.ts';
import { modelOver } from '../wire/transport/model-over.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { decode } from './decode/decode.ts';
import { encode } from './encode/encode.ts';
import { RULES } from './rules.ts';

/** Which model, and how to reach it. */
export interface OpenAIResponsesOptions extends TransportOptions {
  /** The name that the ledger knows the service by; `openai` unless said. */
  readonly provider?: string;
}

/**
 * A model of OpenAI's Responses API. Nothing is sent before `stream`.
 *
 * @example
 * const model = openaiResponsesModel({ model: 'gpt-5.5', apiKey: 'key' });
 * [model.provider, model.model]; //=> ['openai', 'gpt-5.5']
 */
export function openaiResponsesModel(options: OpenAIResponsesOptions): Model {
  const { model, provider = RULES.provider } = options;
  return modelOver({
    id: { provider, api: RULES.api, model },
    encode,
    decode,
    ...openaiTransport(options, '/responses'),
  });
}
