import type { Call, CallResult } from '../../ledger/call.ts';
import type { Fact } from '../../ledger/fact.ts';
import type { Folded } from '../../ledger/fold/fold.ts';
import type { AgentConfigured, AgentStatus, LedgerEvent, RunStatus, ToolCompleted } from '../../ledger/ledger-event.ts';
import type { Step, StepEnd, ThreadState } from '../../ledger/thread-state.ts';
import { asJson } from '../foreign/as-json.ts';
import { continuationInfo } from '../foreign/continuation-event.ts';
import { jsonText } from '../foreign/json-text.ts';
import { endingFields } from '../foreign/tool-ending.ts';
import { isoTime } from '../iso-time.ts';
import { toolCallInfo } from '../to-messages/call-message.ts';
import { callEnding, orphanEnding } from '../to-messages/ending.ts';
import type { Ending } from '../to-messages/ending.ts';
import { isInsideCall } from '../to-messages/is-inside-call.ts';
import { postedId, postedMessage } from '../to-messages/posted-message.ts';
import { freshWords } from './fresh-words.ts';
import { requestPayload, settledPayload } from './request-payload.ts';

/** One live event of the contract, as back ends send it. */
export interface ContractEnvelope {
  readonly type: string;
  readonly session_id: string;
  /** The run. */
  readonly execution_id: string | null;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly payload: { readonly [name: string]: unknown };
}

/**
 * An event of the ledger as the contract's live events: none, one or several. They follow from the state before and the event alone, so
 * that a reader who was cut off goes on where it was. What the contract has no word for is in fields and types that older pages do
 * not know, and ignore.
 *
 * @example
 * import { emptyThread, fold } from '@toolthread/core';
 * const before = emptyThread('t1');
 * const status = { v: 1, thread: 't1', seq: 1, at: 0, type: 'agent.status', status: 'running' } as const;
 * toContractEvents(before, status, fold(before, status)).map(({ payload }) => payload['status']); //=> ['processing']
 */
export function toContractEvents(
  before: ThreadState,
  event: LedgerEvent,
  { state, facts }: Folded,
): readonly ContractEnvelope[] {
  if (event.type === 'agent.configured') return [envelope(event, configuredPayload(event))];
  const told = { before, state, event };
  return facts.flatMap((fact) => payloads(told, fact)).map((each) => envelope(event, each));
}

interface Told {
  readonly before: ThreadState;
  readonly state: ThreadState;
  readonly event: LedgerEvent;
}

interface Payload {
  readonly type: string;
  readonly payload: { readonly [name: string]: unknown };
}

/** Agents that speak at once are told apart by their executions. */
function envelope({ thread, at, run, scope }: LedgerEvent, { type, payload }: Payload): ContractEnvelope {
  const execution = scope === undefined ? run : `${scope} ${run ?? ''}`;
  return { type, session_id: thread, execution_id: execution ?? null, timestamp: isoTime(at), payload };
}

function payloads({ before, state, event }: Told, fact: Fact): Payload[] {
  // A child run's words and calls stay inside the call it belongs to. What it asks a person is told.
  const isInside = isInsideCall(state, event.scope);
  switch (fact.type) {
    case 'message-said':
      return [{ type: 'agent.message', payload: { ...postedMessage(fact.message, postedId(state, fact.message)) } }];
    case 'status-changed':
      return isInside ? [] : [{ type: 'agent.status', payload: statusPayload(fact.status) }];
    case 'step-started':
      return isInside ? [] : [{ type: 'agent.step.started', payload: { step_number: fact.step.step } }];
    case 'words-grew': {
      const fresh = isInside ? undefined : freshWords(before, fact.step, fact.part, event);
      if (fresh === undefined) return [];
      const { type, ...chunk } = fresh;
      return [{ type, payload: { ...chunk, chunk: chunk.content } }];
    }
    case 'step-ended':
      return isInside ? [] : [{ type: 'agent.step.completed', payload: stepPayload(fact.step, fact.end) }];
    case 'call-came':
      return isInside || !fact.call.recorded ? [] : callPayloads(undefined, fact.call);
    case 'call-changed':
      return isInsideCall(state, fact.call.scope) || !fact.call.recorded ? [] : callPayloads(fact.before, fact.call);
    case 'orphan-came': {
      const { name = null, duration_ms } = fact.result;
      const entry = state.log.last();
      const id = entry?.kind === 'orphan' ? entry.outwardId : null;
      const ending = endingPayload(orphanEnding(fact.result), fact.result, duration_ms);
      return [{ type: 'agent.tool.completed', payload: { tool_name: name, tool_call_id: id, ...ending } }];
    }
    case 'request-opened':
      return [{ type: 'agent.request.opened', payload: requestPayload(state, fact.request) }];
    case 'request-settled':
    case 'request-withdrawn':
      return [{ type: 'agent.request.resolved', payload: settledPayload(fact.request) }];
    case 'run-continued-or-ended': {
      const info = continuationInfo(fact.continuation);
      return isInside ? [] : [{ type: 'agent.continuation', payload: { ...info, should_stop: !info.should_continue } }];
    }
    // The messages are others from here on: the page fetches them again.
    case 'message-changed':
    case 'message-taken-back':
    case 'rewound':
      return [{ type: 'agent.reset', payload: {} }];
    case 'message-held':
    case 'scope-opened':
    case 'step-retrying':
    case 'orphan-claimed':
    case 'stop-requested':
    case 'context-compacted':
    case 'workspace-changed':
    case 'event-purged':
    case 'thread-closed':
    case 'boundary':
      return [];
    default:
      return fact satisfies never;
  }
}

function configuredPayload({ provider, api, model }: AgentConfigured): Payload {
  return { type: 'agent.configured', payload: { provider, api, model } };
}

function statusPayload({ status, previous_status: previous, error_message: error }: AgentStatus): Payload['payload'] {
  return {
    status: statusWord(status),
    ...(previous === undefined ? {} : { previous_status: statusWord(previous) }),
    ...(error === undefined ? {} : { error_message: error }),
  };
}

function statusWord(status: RunStatus): string {
  return status === 'running' ? 'processing' : status;
}

function stepPayload({ step, owesResult }: Step, end: StepEnd): Payload['payload'] {
  return {
    step_number: step,
    has_tool_calls: owesResult,
    finish_reason: end.reason,
    errors: end.error === undefined ? [] : [end.error.message],
    ...(end.error?.code === undefined ? {} : { error_code: end.error.code }),
    ...(end.discarded ? { discarded: true } : {}),
    ...(end.usage === undefined ? {} : { usage: end.usage }),
    ...(end.durationMs === undefined ? {} : { duration_ms: end.durationMs }),
  };
}

/** A call is told when it is made, again when it begins or is tried again, and when it ends. */
function callPayloads(before: Call | undefined, call: Call): Payload[] {
  const { id: tool_call_id, name: tool_name, args, args_summary } = toolCallInfo(call);
  const names = { tool_name, tool_call_id };
  const made = {
    ...names,
    args: args ?? call.arguments,
    ...(args_summary === undefined ? {} : { args_summary }),
    status: 'called',
    ...(call.runs === 'provider' ? { runs: 'provider' } : {}),
  };
  const isNew = before?.recorded !== true || before.arguments !== call.arguments;
  const first = isNew ? [{ type: 'agent.tool.started', payload: made }] : [];
  const { state } = call;
  if (!isNew && before.state === state) return [];
  switch (state.name) {
    case 'streaming':
    case 'called':
    case 'waiting':
      return first;
    case 'running':
      return [...first, { type: 'agent.tool.started', payload: { ...names, status: 'running' } }];
    case 'retrying': {
      const { attempt, max: max_attempts, error } = state;
      const retry = { ...names, attempt, max_attempts, ...(error === undefined ? {} : { error: error.message }) };
      return [...first, { type: 'agent.tool.retrying', payload: retry }];
    }
    case 'settled':
      return [...first, { type: 'agent.tool.completed', payload: { ...names, ...resultPayload(call, state.result) } }];
    default:
      return state satisfies never;
  }
}

function resultPayload(call: Call, result: CallResult): Payload['payload'] {
  const ending = endingPayload(callEnding(call, result), result, result.durationMs);
  return result.provisional ? { ...ending, provisional: true } : ending;
}

type Exact = Pick<ToolCompleted, 'outcome' | 'parts' | 'structured' | 'error'>;

function endingPayload(ending: Ending, result: Exact | CallResult, durationMs?: number): Payload['payload'] {
  const { value, error, summary } = ending;
  const { outcome } = result;
  const exact = exactResult(result);
  return {
    success: error === undefined,
    outcome,
    result_summary: summary,
    ...(error === undefined ? {} : { error }),
    ...(value === undefined ? {} : { result: value }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    ...(isReadBack(ending, exact) ? {} : { exact }),
  };
}

function exactResult({ outcome, parts = [], structured, error }: Exact | CallResult): Exact {
  return {
    outcome,
    ...(parts.length === 0 ? {} : { parts }),
    ...(structured === undefined ? {} : { structured }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Whether a reader makes the very result of the contract's own fields. Most results are one text, and are not told twice. */
function isReadBack({ value, error, summary }: Ending, exact: Exact): boolean {
  const { outcome } = exact;
  const { structured, ...read } = endingFields({
    content: summary,
    result: value,
    error,
    durationMs: undefined,
    outcome,
  });
  const isText = exact.structured === undefined && typeof structured === 'string';
  const told = isText || structured === undefined ? read : { ...read, structured };
  return jsonText(asJson(told, '')) === jsonText(asJson(exact, ''));
}
