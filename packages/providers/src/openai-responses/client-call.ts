/** Calls that run here and are not plain functions. Each has its own item, and its own form of answer. */
import type { ResultPart } from '@toolthread/core/context';
import { exactJson, fieldsOf, isFields, listOf, textOf } from '@toolthread/core/json';
import type { Fields, Json, JsonObject } from '@toolthread/core/json';
import { checkedJson } from '../wire/decode/checked-json.ts';
import { resultForModel } from '../wire/text/result-for-model.ts';
import { writtenArguments } from '../wire/decode/written-arguments.ts';
import type { Item } from './item.ts';

export interface ClientCall {
  readonly name: string;
  readonly arguments: string;
}

/** The call that an item asks us to run; `undefined` if it asks for none. */
export function clientCall(item: Fields): ClientCall | undefined {
  switch (item['type']) {
    case 'function_call':
      return { name: textOf(item['name']) ?? '', arguments: textOf(item['arguments']) ?? '' };
    case 'custom_tool_call':
      return { name: textOf(item['name']) ?? '', arguments: textOf(item['input']) ?? '' };
    case 'shell_call':
      return runsElsewhere(item) ? undefined : { name: 'shell', arguments: writtenArguments(item['action']) };
    case 'local_shell_call':
      return { name: 'local_shell', arguments: writtenArguments(item['action']) };
    case 'apply_patch_call':
      return { name: 'apply_patch', arguments: writtenArguments(item['operation']) };
    case 'tool_search_call':
      return item['execution'] === 'client'
        ? { name: 'tool_search', arguments: writtenArguments(item['arguments']) }
        : undefined;
    case 'computer_call':
      return {
        name: 'computer',
        arguments: writtenArguments({ action: item['action'] ?? null, actions: item['actions'] ?? null }),
      };
    case 'mcp_approval_request': {
      const { name = null, server_label = null, arguments: args = null } = item;
      return { name: 'mcp_approval_request', arguments: writtenArguments({ server_label, name, arguments: args }) };
    }
    default:
      return undefined;
  }
}

/** A shell in a container is the provider's. */
function runsElsewhere(item: Fields): boolean {
  return textOf(fieldsOf(item['environment'])['type'])?.startsWith('container') === true;
}

/** Whether the item goes back unchanged. A `computer_call` does not: it wants a screenshot as its answer, so it goes back as a function. */
export function isClientItem(data: Json | undefined): data is Item {
  return isFields(data) && ANSWERED.has(textOf(data['type']) ?? '');
}

const ANSWERED = new Set([
  'custom_tool_call',
  'shell_call',
  'local_shell_call',
  'apply_patch_call',
  'tool_search_call',
  'mcp_approval_request',
]);

/** The answer in the form that the item wants; `callId` is the id on the wire. */
export function clientAnswer(item: Item, callId: string, result: ResultPart): Item | undefined {
  const text = resultForModel(result);
  switch (item.type) {
    case 'shell_call': {
      const length = fieldsOf(item['action'])['max_output_length'];
      const outcome = { type: 'exit', exit_code: result.isError ? 1 : 0 };
      return {
        type: 'shell_call_output',
        call_id: callId,
        output: [{ stdout: text, stderr: '', outcome }],
        ...(typeof length === 'number' ? { max_output_length: length } : {}),
      };
    }
    case 'local_shell_call':
      return { type: 'local_shell_call_output', call_id: callId, output: text };
    case 'apply_patch_call':
      return {
        type: 'apply_patch_call_output',
        call_id: callId,
        status: result.isError ? 'failed' : 'completed',
        output: text,
      };
    case 'tool_search_call':
      return {
        type: 'tool_search_output',
        call_id: callId,
        execution: 'client',
        status: 'completed',
        tools: result.isError ? [] : toolsIn(text),
      };
    case 'mcp_approval_request':
      return {
        type: 'mcp_approval_response',
        approval_request_id: item['id'] ?? callId,
        approve: !result.isError,
        ...(result.isError ? { reason: text } : {}),
      };
    default:
      return undefined;
  }
}

/** Found tools, as the JSON text of a list or of an object that has one. */
function toolsIn(text: string): readonly JsonObject[] {
  try {
    const value = exactJson(text);
    const found = Array.isArray(value) ? value : listOf(fieldsOf(value)['tools']);
    return found.map(checkedJson).filter(isTool);
  } catch {
    return [];
  }
}

function isTool(value: Json | undefined): value is Item {
  return isFields(value) && typeof value['type'] === 'string';
}
