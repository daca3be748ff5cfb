/** One step as messages: the assistant's words and calls, then what became of each call. */
import type { Call } from '../../ledger/call.ts';
import type { Part, Step, ThreadState } from '../../ledger/state.ts';
import { callMessage, outwardCallId, toolCallInfo } from './call-message.ts';
import { contentText } from './content-text.ts';
import { stampOf } from '../foreign/contract-stamp.ts';
import { isoTime } from '../iso-time.ts';
import type { Message } from '../message.ts';
import { summary } from './summary.ts';
import type { UniqueIds } from './unique-ids.ts';

export function stepMessages(state: ThreadState, step: Step, ids: UniqueIds, callIds: UniqueIds): Message[] {
  if (step.end?.discarded === true) return [discardedMessage(step, ids)];
  const calls = stepCalls(state, step).map((call) => ({ call, id: outwardCallId(call, callIds) }));
  const words = wordsOf(step);
  if (words === undefined && calls.length === 0) return [];
  const assistant: Message = {
    id: ids.take(stepId(step), foreignId(state, step)),
    role: 'assistant',
    content: words ?? '',
    timestamp: isoTime(step.startedAt),
    ...(calls.length === 0 ? {} : { metadata: { tool_calls: calls.map(({ call, id }) => toolCallInfo(call, id)) } }),
  };
  return [assistant, ...calls.flatMap(({ call, id }) => callMessage(call, id, ids) ?? [])];
}

/** Numbers come first, so that no scope can imitate another step. */
function stepId(step: Step): string {
  return step.scope === undefined ? `step_${step.step}` : `step_${step.step}_${step.scope}`;
}

export function stepCalls(state: ThreadState, step: Step): Call[] {
  return step.parts
    .toArray()
    .flatMap((part) => (part.kind === 'call' ? (state.calls.byPlace.get(part.call) ?? []) : []));
}

/**
 * All that the assistant said in this step: texts follow each other without a gap, a call between them makes a paragraph.
 * Undefined where it has said nothing yet; an empty text is something.
 */
function wordsOf(step: Step): string | undefined {
  let words: string | undefined;
  let gap = false;
  for (const part of step.parts) {
    if (part.kind === 'call') gap = true;
    const text = wordsOfPart(part);
    if (text === undefined) continue;
    words = words === undefined || words === '' ? text : gap && text !== '' ? `${words}\n\n${text}` : words + text;
    gap = false;
  }
  return words;
}

function wordsOfPart(part: Part): string | undefined {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'file':
      return part.content === undefined ? undefined : contentText([part.content]);
    case 'source':
    case 'reasoning':
    case 'opaque':
    case 'call':
    case 'absent':
      return undefined;
    default:
      return part satisfies never;
  }
}

function foreignId(state: ThreadState, step: Step): string | undefined {
  for (const part of step.parts) {
    const blob =
      part.kind === 'call' ? state.calls.byPlace.get(part.call)?.blob : part.kind === 'text' ? part.blob : undefined;
    const id = stampOf(blob).message_id;
    if (id !== undefined) return id;
  }
  return undefined;
}

function discardedMessage(step: Step, ids: UniqueIds): Message {
  const why = step.end?.error?.message;
  return {
    id: ids.take(`status_${stepId(step)}`),
    role: 'status',
    content: summary(why === undefined ? 'Attempt failed' : `Attempt failed: ${why}`),
    timestamp: isoTime(step.startedAt),
    metadata: { status_type: 'info' },
  };
}
