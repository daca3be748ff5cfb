/** One step as messages: the assistant's words and calls, then what became of each call. */
import type { Call } from '../../ledger/call.ts';
import { isLeakedJson } from '../../ledger/json/is-leaked-json.ts';
import type { Phase } from '../../ledger/ledger-event.ts';
import type { Step, ThreadState } from '../../ledger/thread-state.ts';
import { textPlacement } from '../../timeline/place/text-placement.ts';
import { callMessage, toolCallInfo } from './call-message.ts';
import { stampOf } from '../../ledger/contract-stamp.ts';
import { isoTime } from '../iso-time.ts';
import type { Message, ToolCallInfo } from '../message.ts';
import { keptIfLong } from './kept-if-long.ts';
import { summary } from './summary.ts';
import type { UniqueIds } from './unique-ids.ts';
import { wordsOfPart } from './words-of-part.ts';

/** A message at a time, and none at all for each call that the first one names: a step may have very many. */
export function* stepMessages(state: ThreadState, step: Step, ids: UniqueIds): Generator<readonly Message[]> {
  if (step.end?.discarded === true) return yield [discardedMessage(step, ids)];
  const calls = stepCalls(state, step);
  const words = wordsOf(step);
  if (words === undefined && calls.length === 0)
    return yield step.end?.reason === 'refusal' ? [refusedMessage(step, ids)] : [];
  const named: ToolCallInfo[] = [];
  for (const call of calls) {
    named.push(toolCallInfo(call));
    yield [];
  }
  const assistant: Message = {
    id: ids.take(stepId(step), foreignId(state, step)),
    role: 'assistant',
    content: words ?? '',
    timestamp: isoTime(step.startedAt),
    ...(calls.length === 0 ? {} : { metadata: { tool_calls: named } }),
  };
  yield [assistant];
  for (const call of calls) {
    const message = callMessage(call, ids);
    yield message === undefined ? [] : [message];
  }
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
 * All that the assistant said in this step. Texts follow each other without a gap; where a call is between them, or
 * commentary ends and the answer begins, a paragraph begins. Undefined if nothing was said yet; an empty text is something.
 */
const wordsOf: (step: Step) => string | undefined = keptIfLong((step) => {
  const paragraphs: string[] = [];
  let joins = false;
  let phase: Phase | undefined;
  const calls = step.parts.toArray().some(({ kind }) => kind === 'call');
  for (const [index, part] of step.parts.toArray().entries()) {
    if (part.kind === 'call') joins = false;
    const text = calls && isLeakedText(step, index) ? '' : wordsOfPart(part);
    if (text === undefined) continue;
    const next = part.kind === 'text' ? part.phase : undefined;
    if (joins && next === phase) paragraphs.push((paragraphs.pop() ?? '') + text);
    else paragraphs.push(text);
    phase = next;
    joins = true;
  }
  if (paragraphs.length < 2) return paragraphs[0];
  return paragraphs.filter((text) => text.trim() !== '').join('\n\n');
});

/** Beside calls, JSON is their leaked arguments: the ledger keeps it, and no message has it. Words after the calls are an answer. */
function isLeakedText(step: Step, index: number): boolean {
  const part = step.parts.at(index);
  return part?.kind === 'text' && isLeakedJson(part.text) && textPlacement(step, index, undefined) !== 'answer';
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
  return stepStatus(step, ids, why === undefined ? 'Attempt failed' : `Attempt failed: ${why}`);
}

/** A refusal without words is the only empty answer. */
function refusedMessage(step: Step, ids: UniqueIds): Message {
  return stepStatus(step, ids, 'The model refused to answer');
}

function stepStatus(step: Step, ids: UniqueIds, content: string): Message {
  return {
    id: ids.take(`status_${stepId(step)}`),
    role: 'status',
    content: summary(content),
    timestamp: isoTime(step.startedAt),
    metadata: { status_type: 'info' },
  };
}
