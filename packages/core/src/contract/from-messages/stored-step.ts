import type { ContentPart } from '../../ledger/content-part.ts';
import { stampBlob } from '../../ledger/contract-stamp.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import type { ReadAssistant, ReadCall } from './read-message.ts';

/** A call of a stored message, with the name that it has in the ledger. */
export interface StoredCall {
  readonly call: string;
  readonly read: ReadCall;
  /** The id of the message that brought its result. */
  readonly resultId?: string | undefined;
}

/** What is in a message beside its words. */
export function filesOf({ parts }: ReadAssistant): readonly ContentPart[] {
  return parts?.filter(({ type }) => type !== 'text') ?? [];
}

/** An assistant's message is one step: its words, its images, then its calls. */
export function* storedStep(message: ReadAssistant, step: number, calls: readonly StoredCall[]): Iterable<EventDraft> {
  const files = filesOf(message);
  const speaks = message.content !== '' || calls.length + files.length === 0;
  const id = message.id === undefined ? {} : { message_id: message.id };
  yield { type: 'agent.step.started', step };
  if (speaks) {
    yield { type: 'agent.part.completed', step, part: 0, kind: 'text', text: message.content, ...stampBlob(id) };
  }
  const first = speaks ? 1 : 0;
  for (const [index, content] of files.entries())
    yield { type: 'agent.part.completed', step, part: first + index, kind: 'file', content };
  yield* storedCalls(message, step, first + files.length, calls);
  yield { type: 'agent.step.completed', step, finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' };
}

/** The calls of a message, from that part of the step on. */
export function* storedCalls(
  message: ReadAssistant,
  step: number,
  first: number,
  calls: readonly StoredCall[],
): Iterable<EventDraft> {
  const id = message.id === undefined ? {} : { message_id: message.id };
  for (const [index, { call, read, resultId }] of calls.entries()) {
    const stamp = {
      ...(message.content !== '' || index > 0 ? {} : id),
      ...(read.argsSummary === undefined ? {} : { args_summary: read.argsSummary }),
      ...(resultId === undefined || resultId === `tool_${read.id}` ? {} : { result_id: resultId }),
    };
    yield {
      type: 'agent.tool.called',
      step,
      part: first + index,
      call,
      ...(read.id === undefined ? {} : { provider_id: read.id }),
      name: read.name,
      arguments: read.arguments,
      ...stampBlob(stamp),
    };
  }
}
