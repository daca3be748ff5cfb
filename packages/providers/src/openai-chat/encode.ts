import type { CompletionMessage, Json, ToolSchema } from '@toolthread/core';
import { contentNote } from '../wire/content-note.ts';
import { MARKER } from '../wire/encode-request.ts';
import type { EncodeRequest, TakeNote } from '../wire/encode-request.ts';
import type { JsonObject } from '../wire/fields.ts';
import { isJsonObject } from '../wire/fields.ts';
import type { Maker } from '../wire/maker.ts';
import { memo } from '../wire/memo.ts';
import { paired } from '../wire/paired.ts';
import { sendable } from '../wire/sendable.ts';
import { wellFormed } from '../wire/well-formed.ts';
import { wireName } from '../wire/wire-name.ts';
import type { ChatBody, ChatMessage } from './chat-body.ts';
import { API, NAMES, PROFILES } from './compat.ts';
import type { Compat, Profile } from './compat.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser } from './encode-user.ts';
import { inStrictOrder } from './strict-order.ts';

export interface ChatRequest extends EncodeRequest {
  /** What the server is like, where it is not the official one. */
  readonly compat?: Compat;
}

/** `encode({ model: 'gpt-5', messages, tools })` gives the body of a streaming Chat Completions request. */
export function encode(request: ChatRequest, note: TakeNote = () => undefined): ChatBody {
  const { compat = 'openai', provider = 'openai', model } = request;
  const profile = PROFILES[compat];
  const maker = { provider, api: API, model };
  const variant = `${compat} ${provider} ${model}`;
  const messages: ChatMessage[] = systemMessage(request.system ?? '');
  const opening = messages.length;
  for (const message of paired(request.messages)) messages.push(...encodeOnce(message, variant, profile, maker));
  if (messages.length === opening) {
    messages.push({ role: 'user', content: MARKER });
    note('marker-start');
  }
  const { tools: hosted, tool_choice, parallel_tool_calls, ...options } = optionsOf(request.options);
  const tools = [...request.tools.map(chatTool), ...(Array.isArray(hosted) ? hosted : [])];
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

const encodeOnce = memo(
  (message: CompletionMessage, _variant, profile: Profile, maker: Maker): readonly ChatMessage[] => {
    switch (message.role) {
      case 'system':
        return systemMessage(systemText(message));
      case 'user':
        return encodeUser(message.parts, profile);
      case 'assistant':
        return encodeAssistant(message, profile, maker);
      default:
        return message.role satisfies never;
    }
  },
);

function systemMessage(text: string): ChatMessage[] {
  return text.trim() === '' ? [] : [{ role: 'system', content: wellFormed(text) }];
}

/** What a system message says, in words: it carries nothing else. */
export function systemText(message: CompletionMessage): string {
  const texts = message.parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'refusal') return [part.text];
    if (part.type !== 'content') return [];
    return [part.content.type === 'text' ? part.content.text : contentNote(part.content)];
  });
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

function chatTool({ name, description, parameters }: ToolSchema): Json {
  return {
    type: 'function',
    function: {
      name: wireName(name, NAMES),
      description: wellFormed(description),
      parameters: schemaOnce(parameters, ''),
    },
  };
}

/** A schema that says nothing says `object`: without it the tool is refused. */
export const schemaOnce: (parameters: ToolSchema['parameters'], variant: string) => JsonObject = memo(
  (parameters: ToolSchema['parameters']): JsonObject => {
    const schema = sendable(parameters);
    return { type: 'object', properties: {}, ...(schema !== undefined && isJsonObject(schema) ? schema : {}) };
  },
);

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
