import type { Json } from '@toolthread/core/json';
import { MARKER } from '../../wire/encode/encode-request.ts';
import type { EncodeRequest, TakeNote } from '../../wire/encode/encode-request.ts';
import { asCalls } from '../../wire/encode/as-calls.ts';
import { paired } from '../../wire/encode/paired.ts';
import type { ChatBody, ChatMessage } from './chat-body.ts';
import { PROFILES } from '../compat.ts';
import type { Compat } from '../compat.ts';
import type { CompletionMessage } from '@toolthread/core/context';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { systemText } from '../../wire/text/system-text.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser } from './encode-user.ts';
import type { ListProfile } from './encode-user.ts';
import { inStrictOrder } from './in-strict-order.ts';
import { objectSchema, wireTools } from '../../wire/encode/wire-tools.ts';
import type { WireTool } from '../../wire/encode/wire-tools.ts';
import { RULES } from '../rules.ts';

/** What to ask, and which kind of server. */
export interface ChatRequest extends EncodeRequest {
  /** The profile of the server, if it is not the official one. */
  readonly compat?: Compat;
  /** `apart`: a failed result begins with a part of its own that says so, for a list that is read back; else its words do. */
  readonly failures?: 'apart';
}

/**
 * The body of a streaming Chat Completions request.
 *
 * @example
 * import { completionMessage } from '@toolthread/core/context';
 * const messages = [completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user')];
 * encode({ model: 'gpt-5', messages, tools: [] }).messages; //=> [{ role: 'user', content: 'Hello' }]
 */
export function encode(request: ChatRequest, note: TakeNote = () => undefined): ChatBody {
  const { compat = 'openai', provider = 'openai', model } = request;
  const profile = PROFILES[compat];
  const target = { provider, api: RULES.api, model };
  const spoken = asCalls(paired(request.messages), target).flatMap((message) =>
    encodeMessage(message, { ...profile, failures: request.failures }, target),
  );
  const messages = messagesOf(request, spoken, note);
  const { tools: hosted, tool_choice, parallel_tool_calls, ...options } = optionsOf(request.options);
  const tools = [...wireTools(request.tools, RULES.names).map(chatTool), ...(Array.isArray(hosted) ? hosted : [])];
  return {
    ...options,
    model,
    messages: profile.order === 'strict' ? inStrictOrder(messages, note) : messages,
    ...(tools.length === 0 ? {} : { tools, ...given({ tool_choice, parallel_tool_calls }) }),
    ...(request.maxTokens === undefined ? {} : { [profile.maxTokens]: request.maxTokens }),
    stream: true,
    ...(profile.usage === 'asked' ? { stream_options: { include_usage: true } } : {}),
  };
}

/** A message as it is sent: none if it says nothing, several where it holds results. */
function encodeMessage(message: CompletionMessage, profile: ListProfile, target: ModelId): ChatMessage[] {
  switch (message.role) {
    case 'system': {
      const text = systemText(message);
      return text === '' ? [] : [{ role: 'system', content: text }];
    }
    case 'user':
      return encodeUser(message, profile);
    case 'assistant':
      return encodeAssistant(message, profile, target);
    default:
      return message.role satisfies never;
  }
}

function messagesOf(request: ChatRequest, spoken: readonly ChatMessage[], note: TakeNote): readonly ChatMessage[] {
  const system = (request.system ?? '').toWellFormed();
  const opening: ChatMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  if (spoken.length > 0) return [...opening, ...spoken];
  note('marker-start');
  return [...opening, { role: 'user', content: MARKER }];
}

function chatTool({ parameters, ...tool }: WireTool): Json {
  return { type: 'function', function: { ...tool, parameters: objectSchema(parameters) } };
}

/** The caller's own fields, without those that the encoder writes. */
function optionsOf(options: ChatRequest['options']): { readonly [key: string]: Json } {
  const { model: _model, messages: _messages, stream: _stream, stream_options: _asked, ...rest } = options ?? {};
  return rest;
}

function given(fields: { readonly [key: string]: Json | undefined }): { readonly [key: string]: Json } {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
