import type { CompletionMessage, Json, ToolSchema } from '@toolthread/core';
import { NAMES } from '../openai-chat/compat.ts';
import { schemaOnce, systemText } from '../openai-chat/encode.ts';
import { MARKER } from '../wire/encode-request.ts';
import type { EncodeRequest, TakeNote } from '../wire/encode-request.ts';
import { listOf, textOf } from '../wire/fields.ts';
import type { JsonObject } from '../wire/fields.ts';
import type { Maker } from '../wire/maker.ts';
import { memo } from '../wire/memo.ts';
import { paired } from '../wire/paired.ts';
import { wellFormed } from '../wire/well-formed.ts';
import { wireName } from '../wire/wire-name.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser, questionsIn } from './encode-user.ts';
import type { Questions } from './encode-user.ts';
import { API, PROVIDER } from './rules.ts';
import type { Item } from './rules.ts';

export interface ResponsesBody extends JsonObject {
  readonly model: string;
  readonly input: readonly Item[];
}

/** `encode({ model: 'gpt-5.5', system: 'Be brief.', messages, tools })`: nothing is kept at the service, all is sent. */
export function encode(request: EncodeRequest, note: TakeNote = () => undefined): ResponsesBody {
  const { model, maxTokens, provider = PROVIDER } = request;
  const input = [...itemsOf(request.messages, { provider, api: API, model })];
  if (input.length === 0) {
    input.push(userItem(MARKER));
    note('marker-start');
  }
  const system = wellFormed(request.system ?? '');
  const { tools: hosted, include, tool_choice, parallel_tool_calls, ...options } = optionsOf(request.options);
  const tools = [...request.tools.map(functionTool), ...(Array.isArray(hosted) ? hosted : [])];
  const included = new Set([...listOf(include).flatMap((it) => textOf(it) ?? []), ...encrypted(model)]);
  return {
    ...options,
    model,
    ...(system.trim() === '' ? {} : { instructions: system }),
    input,
    ...(tools.length === 0 ? {} : { tools, ...(tool_choice === undefined ? {} : { tool_choice }) }),
    ...(tools.length === 0 || parallel_tool_calls === undefined ? {} : { parallel_tool_calls }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(included.size === 0 ? {} : { include: [...included] }),
    store: false,
    stream: true,
  };
}

function* itemsOf(messages: readonly CompletionMessage[], maker: Maker): Iterable<Item> {
  const who = `${maker.provider} ${maker.model}`;
  let asked: Turn = NOTHING_ASKED;
  for (const message of paired(messages)) {
    switch (message.role) {
      case 'system': {
        const text = wellFormed(systemText(message));
        if (text !== '') yield { type: 'message', role: 'developer', content: [{ type: 'input_text', text }] };
        break;
      }
      case 'user':
        yield* userOnce(message, asked.key, asked.questions);
        break;
      case 'assistant':
        asked = turnOnce(message, who, maker);
        yield* asked.items;
        break;
      default:
        message.role satisfies never;
    }
  }
}

interface Turn {
  readonly items: readonly Item[];
  readonly questions: Questions;
  /** The questions as text: what is remembered of their answers depends on them. */
  readonly key: string;
}

const NOTHING_ASKED: Turn = { items: [], questions: new Map(), key: '' };

const turnOnce = memo((message: CompletionMessage, _who, maker: Maker): Turn => {
  const questions = questionsIn(message, maker);
  const key = questions.size === 0 ? '' : JSON.stringify([...questions]);
  return { items: encodeAssistant(message, maker), questions, key };
});

const userOnce = memo((message: CompletionMessage, _key, questions: Questions) => encodeUser(message, questions));

function userItem(text: string): Item {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

function functionTool({ name, description, parameters }: ToolSchema): Json {
  return {
    type: 'function',
    name: wireName(name, NAMES),
    description: wellFormed(description),
    parameters: schemaOnce(parameters, ''),
    strict: false,
  };
}

/** Older models do not reason, and refuse to be asked for it. */
function encrypted(model: string): readonly string[] {
  return /^(gpt-[34]|chatgpt-)/.test(model) ? [] : ['reasoning.encrypted_content'];
}

/** The caller's own fields, without those that the encoder writes or that would send the history twice. */
function optionsOf(options: EncodeRequest['options']): { readonly [key: string]: Json } {
  const {
    model: _model,
    input: _input,
    stream: _stream,
    store: _store,
    instructions: _instructions,
    previous_response_id: _previous,
    conversation: _conversation,
    ...rest
  } = options ?? {};
  return rest;
}
