/** One tool call as the contract's messages: named in its assistant message, then a status while it runs, then its result. */
import { argsSummaryOf } from '../../ledger/args-summary.ts';
import type { Call, CallResult } from '../../ledger/call.ts';
import type { ToolCompleted } from '../../ledger/event.ts';
import { jsonNodeOf } from '../../ledger/partial-json.ts';
import { callArgs } from './call-args.ts';
import { contentText } from './content-text.ts';
import { stampOf } from '../foreign/contract-stamp.ts';
import { isoTime } from '../iso-time.ts';
import type { Message, MessageMetadata, StatusType, ToolCallInfo } from '../message.ts';
import { callErrorText, errorText, resultValue } from './outcome.ts';
import { summary, valueSummary } from './summary.ts';
import type { UniqueIds } from './unique-ids.ts';

/** The call's id among the contract's messages: the provider's where it is the first of that id, else ours. */
export function outwardCallId(call: Call, ids: UniqueIds): string {
  return ids.take(call.id, call.providerId);
}

export function toolCallInfo(call: Call, id: string): ToolCallInfo {
  const args = callArgs(call);
  const node = jsonNodeOf(call.input);
  const brief = stampOf(call.blob).args_summary ?? (node === undefined ? '' : argsSummaryOf(node));
  return {
    id,
    name: call.name,
    ...(args === undefined ? {} : { args }),
    ...(brief === '' ? {} : { args_summary: brief }),
  };
}

/** A call that nobody works on and that has no outcome is told by its assistant message alone. */
export function callMessage(call: Call, id: string, ids: UniqueIds): Message | undefined {
  const { state } = call;
  switch (state.name) {
    case 'streaming':
    case 'called':
      return undefined;
    case 'waiting':
      return statusMessage(call, id, ids, 'info', `Waiting for you: ${call.request?.title ?? call.name}`);
    case 'running':
      return statusMessage(call, id, ids, 'tool_call', `Running ${call.name}`);
    case 'retrying':
      return statusMessage(call, id, ids, 'tool_call', `⟳ ${call.name} - Retrying (${state.attempt}/${state.max})`);
    case 'settled':
      return resultMessage(call, state.result, id, ids);
    default:
      return state satisfies never;
  }
}

function statusMessage(call: Call, id: string, ids: UniqueIds, type: StatusType, content: string): Message {
  return {
    id: ids.take(`status_tool_${id}`),
    role: 'status',
    content: summary(content),
    timestamp: isoTime(call.startedAt ?? call.calledAt),
    metadata: { tool_call_id: id, tool_name: call.name, status_type: type },
  };
}

function resultMessage(call: Call, result: CallResult, id: string, ids: UniqueIds): Message {
  const error = callErrorText(call, result);
  return {
    id: ids.take(`tool_${id}`, stampOf(call.blob).result_id),
    role: 'tool',
    content: resultSummary(result, error),
    timestamp: isoTime(result.at),
    metadata: {
      tool_call_id: id,
      tool_name: call.name,
      ...resultFields(result, error),
      ...duration(result.durationMs),
    },
  };
}

/** A result whose call is nowhere. */
export function orphanMessage(event: ToolCompleted, ids: UniqueIds, callIds: UniqueIds): Message {
  const result = { outcome: event.outcome, parts: event.parts ?? [], structured: event.structured, error: event.error };
  const error = errorText(result);
  const id = callIds.take(event.call ?? 'orphan');
  return {
    id: ids.take(`tool_${id}`),
    role: 'tool',
    content: resultSummary(result, error),
    timestamp: isoTime(event.at),
    metadata: {
      ...(event.call === undefined ? {} : { tool_call_id: id }),
      ...(event.name === undefined ? {} : { tool_name: event.name }),
      ...resultFields(result, error),
      ...duration(event.duration_ms),
    },
  };
}

type Ending = Pick<CallResult, 'outcome' | 'parts' | 'structured' | 'error'>;

function resultFields(result: Ending, error: string | undefined): MessageMetadata {
  if (error !== undefined) return { tool_error: error };
  const value = resultValue(result);
  return value === undefined ? {} : { tool_result: value };
}

/** The first words the tool said; else its error; else its data. */
function resultSummary(result: Ending, error: string | undefined): string {
  if (error !== undefined && result.outcome !== 'failed') return summary(error);
  const words = result.parts.find((part) => part.type === 'text' && part.text.trim() !== '');
  if (words?.type === 'text') return summary(words.text);
  if (error !== undefined) return summary(error);
  if (result.parts.length > 0) return summary(contentText(result.parts));
  return result.structured === undefined ? '' : valueSummary(result.structured);
}

function duration(ms: number | undefined): MessageMetadata {
  return ms === undefined ? {} : { tool_duration_ms: ms };
}
