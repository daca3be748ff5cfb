import type { Model, ModelRequest } from '@toolthread/core/context';
import { isFields } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { objectSchema, wireTools } from '../wire/encode/wire-tools.ts';
import { MARKER } from '../wire/encode/encode-request.ts';
import type { EncodeRequest } from '../wire/encode/encode-request.ts';
import { modelOver } from '../wire/transport/model-over.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { FullStreamDecoder } from './decode/full-stream-decoder.ts';
import { failureOf } from './decode/failure-of.ts';
import { toModelMessages } from './encode/to-model-messages.ts';
import { RULES } from './rules.ts';

/** What the AI SDK does not know of its model. */
export type AiSdkOptions = Pick<TransportOptions, 'contextTokens' | 'log' | 'idleMs'>;

/**
 * Any model of the AI SDK. Options of a request are its `providerOptions`.
 *
 * @example
 * aiSdkModel('openai/gpt-5.5').model; //=> 'openai/gpt-5.5'
 */
export function aiSdkModel(languageModel: LanguageModel, options: AiSdkOptions = {}): Model {
  const named =
    typeof languageModel === 'string'
      ? { provider: 'gateway', model: languageModel }
      : { provider: languageModel.provider, model: languageModel.modelId };
  return modelOver({
    id: { ...named, api: RULES.api },
    options,
    secrets: () => [],
    encode: promptOf,
    send: (prompt, signal) => send(languageModel, prompt, signal),
    decode: (how) => new FullStreamDecoder(how),
    failure: failureOf,
    address: named.provider,
  });
}

interface Prompt extends Pick<ModelRequest, 'tools' | 'maxTokens' | 'options'> {
  readonly system: string;
  readonly messages: ModelMessage[];
}

function promptOf(request: EncodeRequest): Prompt {
  const { tools, maxTokens, options } = request;
  const messages = toModelMessages(request.messages, request);
  const said = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  return {
    system: [request.system ?? '', ...said]
      .filter((text) => text.trim() !== '')
      .join('\n\n')
      .toWellFormed(),
    messages: withMarkers(messages.filter(({ role }) => role !== 'system')),
    tools,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(options === undefined ? {} : { options }),
  };
}

async function send(
  model: LanguageModel,
  { system, messages, tools, maxTokens, options }: Prompt,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { jsonSchema, streamText, tool } = await import('ai');
  const declared: ToolSet = Object.fromEntries(
    wireTools(tools, RULES.names).map(({ name, description, parameters }) => {
      return [name, tool({ description, inputSchema: jsonSchema({ ...objectSchema(parameters) }) })];
    }),
  );
  const { fullStream } = streamText({
    model,
    messages,
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: declared }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(options === undefined ? {} : { providerOptions: providerOptions(options) }),
    maxRetries: 0,
    abortSignal,
    // The error is in the stream; without this it is printed as well.
    onError: () => undefined,
  });
  return fullStream;
}

/** The provider behind the SDK is not known: some want the user's message first, some want it last. */
function withMarkers(messages: readonly ModelMessage[]): ModelMessage[] {
  const marker: ModelMessage = { role: 'user', content: MARKER };
  const begun = messages[0]?.role === 'assistant' ? [marker, ...messages] : [...messages];
  const last = begun.at(-1)?.role;
  return last === 'user' || last === 'tool' ? begun : [...begun, marker];
}

function providerOptions(options: JsonObject): { [provider: string]: JsonObject } {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, JsonObject] => isFields(entry[1])),
  );
}
