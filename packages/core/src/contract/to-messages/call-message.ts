/** One tool call as the contract's messages: named in its assistant message, then a status while it runs, then its result. */
import { argsSummaryOf } from '../../ledger/json/args-summary.ts';
import type { Call, CallResult } from '../../ledger/call.ts';
import type { ToolCompleted } from '../../ledger/ledger-event.ts';
import { jsonNodeOf } from '../../ledger/json/growing/partial-json.ts';
import { retryText } from '../../timeline/lines/call-note.ts';
import { callArgs } from './call-args.ts';
import { stampOf } from '../../ledger/contract-stamp.ts';
import { isoTime } from '../iso-time.ts';
import type { Message, MessageMetadata, StatusType, ToolCallInfo } from '../message.ts';
import { callEnding, orphanEnding } from './ending.ts';
import type { Ending } from './ending.ts';
import { summary } from './summary.ts';
import type { UniqueIds } from './unique-ids.ts';

export function toolCallInfo(call: Call): ToolCallInfo {
  const args = callArgs(call);
  const node = jsonNodeOf(call.input);
  const brief = stampOf(call.blob).args_summary ?? (node === undefined ? '' : argsSummaryOf(node));
  return {
    id: call.outwardId,
    name: call.name,
    ...(args === undefined ? {} : { args }),
    ...(brief === '' ? {} : { args_summary: brief }),
  };
}

/** A call that nobody works on and that has no outcome is told by its assistant message alone. */
export function callMessage(call: Call, ids: UniqueIds): Message | undefined {
  const { state } = call;
  switch (state.name) {
    case 'streaming':
    case 'called':
      return undefined;
    case 'waiting':
      return statusMessage(call, ids, 'info', `Waiting for you: ${call.request?.title ?? call.name}`);
    case 'running':
      return statusMessage(call, ids, 'tool_call', `Running ${call.name}`);
    case 'retrying':
      return statusMessage(call, ids, 'tool_call', retryText(call) ?? '');
    case 'settled':
      return resultMessage(call, state.result, ids);
    default:
      return state satisfies never;
  }
}

function statusMessage(call: Call, ids: UniqueIds, type: StatusType, content: string): Message {
  return {
    id: ids.take(`status_tool_${call.outwardId}`),
    role: 'status',
    content: summary(content),
    timestamp: isoTime(call.startedAt ?? call.calledAt),
    metadata: { tool_call_id: call.outwardId, tool_name: call.name, status_type: type },
  };
}

function resultMessage(call: Call, result: CallResult, ids: UniqueIds): Message {
  const ending = callEnding(call, result);
  return {
    id: ids.take(`tool_${call.outwardId}`, stampOf(call.blob).result_id),
    role: 'tool',
    content: ending.summary,
    timestamp: isoTime(result.at),
    metadata: { tool_call_id: call.outwardId, tool_name: call.name, ...endingFields(ending, result.durationMs) },
  };
}

/** A result without a call. */
export function orphanMessage(event: ToolCompleted, id: string, ids: UniqueIds): Message {
  const ending = orphanEnding(event);
  return {
    id: ids.take(`tool_${id}`),
    role: 'tool',
    content: ending.summary,
    timestamp: isoTime(event.at),
    metadata: {
      tool_call_id: id,
      ...(event.name === undefined ? {} : { tool_name: event.name }),
      ...endingFields(ending, event.duration_ms),
    },
  };
}

function endingFields({ value, error }: Ending, durationMs: number | undefined): MessageMetadata {
  return {
    ...(error === undefined ? {} : { tool_error: error }),
    ...(value === undefined ? {} : { tool_result: value }),
    ...(durationMs === undefined ? {} : { tool_duration_ms: durationMs }),
  };
}
