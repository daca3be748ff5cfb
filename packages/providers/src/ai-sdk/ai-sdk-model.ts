import type { AbortSignalLike, Model, ModelEvent, ModelRequest } from '@toolthread/core';
import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { toolParameters } from '../openai-chat/tool-parameters.ts';
import { debugLogger } from '../wire/debug-log.ts';
import type { DebugLog } from '../wire/debug-log.ts';
import { MARKER } from '../wire/encode-request.ts';
import { isFields } from '../wire/fields.ts';
import type { JsonObject } from '../wire/fields.ts';
import { streamEvents } from '../wire/stream-events.ts';
import { wellFormed } from '../wire/well-formed.ts';
import { wireName } from '../wire/wire-name.ts';
import { FullStreamDecoder } from './full-stream-decoder.ts';
import { API, NAME_RULE } from './rules.ts';
import { failureOf } from './stream-end.ts';
import { toModelMessages } from './to-model-messages.ts';

export interface AiSdkOptions {
  readonly contextTokens?: number;
  readonly log?: DebugLog;
  readonly idleMs?: number;
}

/** Any model of the AI SDK: `aiSdkModel(openai('gpt-5.5'))`. Options of a request are its `providerOptions`. */
export function aiSdkModel(languageModel: LanguageModel, options: AiSdkOptions = {}): Model {
  const named =
    typeof languageModel === 'string'
      ? { provider: 'gateway', model: languageModel }
      : { provider: languageModel.provider, model: languageModel.modelId };
  const { contextTokens } = options;
  return {
    ...named,
    api: API,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => stream(languageModel, named, options, request, signal),
  };
}

function stream(
  languageModel: LanguageModel,
  named: { readonly provider: string; readonly model: string },
  { log: debug, idleMs }: AiSdkOptions,
  request: ModelRequest,
  signal: AbortSignalLike,
): AsyncIterable<ModelEvent> {
  const log = debugLogger(debug, { ...named, secrets: [] });
  return streamEvents(
    {
      decoder: new FullStreamDecoder({ ...named, tools: request.tools }),
      failure: failureOf,
      log,
      ...(idleMs === undefined ? {} : { idleMs }),
      open: async (abortSignal) => {
        const { jsonSchema, streamText, tool } = await import('ai');
        const messages = toModelMessages(request.messages, named);
        const said = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
        const system = wellFormed([request.system ?? '', ...said].filter((text) => text.trim() !== '').join('\n\n'));
        const spoken = inTurn(messages.filter(({ role }) => role !== 'system'));
        log('request', { system, messages: spoken, tools: request.tools, options: request.options });
        const tools: ToolSet = Object.fromEntries(
          request.tools.map((schema) => {
            const inputSchema = jsonSchema({ ...toolParameters(schema) });
            return [
              wireName(schema.name, NAME_RULE),
              tool({ description: wellFormed(schema.description), inputSchema }),
            ];
          }),
        );
        const { fullStream } = streamText({
          model: languageModel,
          messages: spoken,
          ...(system === '' ? {} : { system }),
          ...(request.tools.length === 0 ? {} : { tools }),
          ...(request.maxTokens === undefined ? {} : { maxOutputTokens: request.maxTokens }),
          ...(request.options === undefined ? {} : { providerOptions: providerOptions(request.options) }),
          maxRetries: 0,
          abortSignal,
          // The error is in the stream; without this it is printed as well.
          onError: () => undefined,
        });
        return fullStream;
      },
    },
    signal,
  );
}

/** Whoever reads them: some want the user to begin, some to have the last word. */
function inTurn(messages: readonly ModelMessage[]): ModelMessage[] {
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
