/** A call as the AI SDK tells it: the part of a message that it is, and the chunks from one state of it to the next. */
import { settledPayload } from '../../../contract/to-events/request-payload.ts';
import { callEnding } from '../../../contract/to-messages/ending.ts';
import { asksApproval } from '../../../ledger/queries/asks-approval.ts';
import type { Call } from '../../../ledger/call.ts';
import { isAllowed } from '../../../ledger/queries/is-allowed.ts';
import { parsedJson } from '../../../ledger/json/parsed-json.ts';
import { resultMeta } from '../../result-meta.ts';
import type { UiChunk, UiPart } from './ui-message.ts';

interface UiCall {
  readonly hasInput: boolean;
  readonly approval: Approval | undefined;
  /** A page answers it by the call's output. All other calls are the server's to run. */
  readonly isAsked: boolean;
  readonly result: UiResult | undefined;
}

interface Approval {
  readonly id: string;
  readonly requestReason?: string;
  readonly isAutomatic?: true;
  readonly approved?: boolean;
  readonly reason?: string;
}

type UiResult = { readonly meta: object } & (
  | { readonly state: 'output-available'; readonly output: unknown; readonly preliminary?: true }
  | { readonly state: 'output-error'; readonly errorText: string }
  | { readonly state: 'output-denied' }
);

/** A call that has no name yet is not told. */
export function isTold(call: Call): boolean {
  return call.recorded || call.name !== '';
}

/** What is sent to a page: nothing, if both look the same to it. */
export function callChunks(before: Call | undefined, call: Call): UiChunk[] {
  if (!isTold(call)) return [];
  const toolCallId = call.outwardId;
  const names = { toolCallId, toolName: call.name, dynamic: true };
  const known = before === undefined || !isTold(before) ? undefined : uiCall(before);
  const now = uiCall(call);
  const chunks: UiChunk[] = [];
  if (known === undefined && !now.hasInput) chunks.push({ type: 'tool-input-start', ...names, providerExecuted: true });
  // Arguments that were cut off are told as far as they came.
  const isNew = known?.hasInput !== true || before?.arguments !== call.arguments;
  if (now.hasInput && (isNew || (now.result === undefined && known.isAsked !== now.isAsked)))
    chunks.push({
      type: 'tool-input-available',
      ...names,
      input: inputOf(call),
      providerExecuted: !now.isAsked,
      toolthread: { runs: call.runs },
    });
  chunks.push(...approvalChunks(known?.approval, now.approval, call));
  if (now.result !== undefined && before?.state !== call.state) chunks.push(resultChunk(now.result, toolCallId));
  return chunks;
}

function approvalChunks(before: Approval | undefined, now: Approval | undefined, call: Call): UiChunk[] {
  if (now === undefined) return [];
  const { outwardId: toolCallId, request } = call;
  const { id: approvalId, requestReason, isAutomatic, approved, reason } = now;
  const chunks: UiChunk[] = [];
  if (before?.id !== approvalId) {
    const why = {
      ...(requestReason === undefined ? {} : { reason: requestReason }),
      ...(isAutomatic && { isAutomatic }),
    };
    chunks.push({ type: 'tool-approval-request', approvalId, toolCallId, ...why });
  }
  if (approved !== undefined && (before?.id !== approvalId || before.approved === undefined)) {
    const why = reason === undefined ? {} : { reason };
    const toolthread = request?.id === approvalId ? { toolthread: settledPayload(request) } : {};
    chunks.push({
      type: 'tool-approval-response',
      approvalId,
      approved,
      ...why,
      providerExecuted: true,
      ...toolthread,
    });
  }
  return chunks;
}

function resultChunk(result: UiResult, toolCallId: string): UiChunk {
  const base = { toolCallId, dynamic: true, providerExecuted: true, providerMetadata: { toolthread: result.meta } };
  switch (result.state) {
    case 'output-available': {
      const { output, preliminary } = result;
      return { type: 'tool-output-available', ...base, output, ...(preliminary && { preliminary }) };
    }
    case 'output-error':
      return { type: 'tool-output-error', ...base, errorText: result.errorText };
    case 'output-denied':
      return { type: 'tool-output-denied', toolCallId, toolthread: result.meta };
    default:
      return result satisfies never;
  }
}

/** The part that those chunks make. */
export function callPart(call: Call): UiPart {
  const { hasInput, approval, isAsked, result } = uiCall(call);
  const base = {
    type: 'dynamic-tool',
    toolName: call.name,
    toolCallId: call.outwardId,
    providerExecuted: !isAsked,
    ...(hasInput ? { input: inputOf(call) } : {}),
    ...(approval === undefined ? {} : { approval }),
  };
  if (result !== undefined) {
    const { meta, ...rest } = result;
    return {
      ...base,
      ...rest,
      ...(result.state === 'output-denied' ? {} : { resultProviderMetadata: { toolthread: meta } }),
    };
  }
  if (!hasInput) return { ...base, state: 'input-streaming' };
  if (approval === undefined) return { ...base, state: 'input-available' };
  return { ...base, state: approval.approved === undefined ? 'approval-requested' : 'approval-responded' };
}

function uiCall(call: Call): UiCall {
  const result = resultOf(call);
  const { request } = call;
  const asked = request !== undefined && !asksApproval(request) ? request : undefined;
  return {
    hasInput: call.recorded || result !== undefined,
    approval: approvalOf(call, result),
    isAsked: asked !== undefined && result === undefined,
    result,
  };
}

/** Where nobody was asked and the call is denied all the same, a rule decided: the SDK knows no denial without an approval. */
function approvalOf(call: Call, result: UiResult | undefined): Approval | undefined {
  const request = call.request !== undefined && asksApproval(call.request) ? call.request : undefined;
  const decision = request?.settled?.decision;
  if (result?.state === 'output-denied' && decision !== 'deny')
    return { id: `denied-${call.outwardId}`, isAutomatic: true, approved: false };
  if (request === undefined) return undefined;
  const { id, title, settled } = request;
  const approved = settled === undefined ? undefined : isAllowed(settled.decision);
  return {
    id,
    ...(title === undefined ? {} : { requestReason: title }),
    ...(approved === undefined ? {} : { approved }),
    ...(approved === undefined || settled?.reason === undefined ? {} : { reason: settled.reason }),
  };
}

/** The one table of outcomes; what the SDK has no word for is beside it. */
function resultOf(call: Call): UiResult | undefined {
  if (call.state.name !== 'settled') return undefined;
  const { result } = call.state;
  const { outcome } = result;
  const { value, error } = callEnding(call, result);
  const meta = resultMeta(result, error === undefined ? { output: value ?? null } : { error });
  if (outcome === 'denied') return { state: 'output-denied', meta };
  // Undefined would be no output at all.
  if (error === undefined)
    return {
      state: 'output-available',
      output: value ?? null,
      meta,
      ...(result.provisional ? { preliminary: true } : {}),
    };
  return { state: 'output-error', errorText: error, meta };
}

/** The arguments as JSON; as text if they are not. */
function inputOf(call: Call): unknown {
  if (call.arguments === '') return {};
  return parsedJson(call.arguments) ?? call.arguments;
}
