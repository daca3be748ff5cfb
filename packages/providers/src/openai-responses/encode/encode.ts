import { listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { objectSchema, wireTools } from '../../wire/encode/wire-tools.ts';
import type { WireTool } from '../../wire/encode/wire-tools.ts';
import { MARKER } from '../../wire/encode/encode-request.ts';
import type { EncodeRequest, TakeNote } from '../../wire/encode/encode-request.ts';
import { asCalls } from '../../wire/encode/as-calls.ts';
import { paired } from '../../wire/encode/paired.ts';
import { itemsOf } from './items-of.ts';
import { RULES } from '../rules.ts';
import type { Item } from '../item.ts';

/** The body of a Responses request, as far as its fields are fixed. */
export interface ResponsesBody extends JsonObject {
  readonly model: string;
  readonly input: readonly Item[];
}

/**
 * The body of a streaming Responses request. The service stores nothing: each request has the whole history.
 *
 * @example
 * import { completionMessage } from '@toolthread/core/context';
 * const messages = [completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user')];
 * encode({ model: 'gpt-5.5', messages, tools: [] }).input.length; //=> 1
 */
export function encode(request: EncodeRequest, note: TakeNote = () => undefined): ResponsesBody {
  const { model, maxTokens, provider = RULES.provider } = request;
  const target = { provider, api: RULES.api, model };
  const spoken = itemsOf(asCalls(paired(request.messages), target), target);
  if (spoken.length === 0) note('marker-start');
  const input = spoken.length === 0 ? [userItem(MARKER)] : spoken;
  const system = (request.system ?? '').toWellFormed();
  const { tools: hosted, include, tool_choice, parallel_tool_calls, ...options } = optionsOf(request.options);
  const tools = [...wireTools(request.tools, RULES.names).map(functionTool), ...(Array.isArray(hosted) ? hosted : [])];
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

function userItem(text: string): Item {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

function functionTool({ parameters, ...tool }: WireTool): Json {
  return { type: 'function', ...tool, parameters: objectSchema(parameters), strict: false };
}

/** Older models do not reason, and refuse a request that asks for reasoning. */
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
