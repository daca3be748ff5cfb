import { filledTextOf } from '../ledger/json/fields.ts';
import { compactText } from '../text/compact-text.ts';
import { parseIsoTime } from './iso-time.ts';
import type { Message } from './message.ts';

export function isError(message: Message): boolean {
  return message.role === 'status' && message.metadata?.status_type === 'error';
}

/** That a run was stopped. */
export function isStop({ role, metadata }: Message): boolean {
  return (
    role === 'status' && metadata?.status_type === 'continuation' && metadata.continuation?.should_continue === false
  );
}

export function isThinking(message: Message): boolean {
  return message.role === 'status' && message.metadata?.status_type === 'thinking';
}

/** What is only true while a run works. */
const EPHEMERAL: ReadonlySet<unknown> = new Set(['thinking', 'tool_call', 'tool_result']);

/** `isEphemeral('thinking') === true`: such a status goes when the run is over, and is no part of a history. */
export function isEphemeral(statusType: unknown): boolean {
  return EPHEMERAL.has(statusType);
}

export function isAnswer(message: Message): boolean {
  return message.role === 'assistant' && callsOf(message).length === 0;
}

export function callsOf({ metadata }: Message): { readonly id: string | undefined; readonly name: string }[] {
  const calls: unknown = metadata?.tool_calls;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    if (typeof call !== 'object' || call === null) return [];
    return [{ id: filledTextOf(Reflect.get(call, 'id')), name: nameIn(Reflect.get(call, 'name')) }];
  });
}

/** What a message says, whatever is there: a foreign object is not made a text by its own `toString`. */
export function saidIn({ content }: Message): string {
  return nameIn(content);
}

/** The tool that a result is of. */
export function toolOf({ metadata }: Message): string {
  return nameIn(metadata?.tool_name);
}

function nameIn(value: unknown): string {
  return compactText(value ?? '');
}

/** NaN, which is neither earlier nor later, if it does not tell. */
export function timeOf(message: Message): number {
  const timestamp: unknown = message.timestamp;
  return (typeof timestamp === 'string' ? parseIsoTime(timestamp) : undefined) ?? Number.NaN;
}
