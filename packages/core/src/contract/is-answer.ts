import { parseIsoTime } from './iso-time.ts';
import type { Message } from './message.ts';

export function isError(message: Message): boolean {
  return message.role === 'status' && message.metadata?.status_type === 'error';
}

export function isThinking(message: Message): boolean {
  return message.role === 'status' && message.metadata?.status_type === 'thinking';
}

export function isAnswer(message: Message): boolean {
  return message.role === 'assistant' && callsOf(message).length === 0;
}

export function callsOf({ metadata }: Message): { readonly id: string | undefined; readonly name: string }[] {
  const calls: unknown = metadata?.tool_calls;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    if (typeof call !== 'object' || call === null) return [];
    const id: unknown = Reflect.get(call, 'id');
    return [{ id: typeof id === 'string' ? id : undefined, name: String(Reflect.get(call, 'name')) }];
  });
}

/** NaN, which is neither earlier nor later, where it does not tell. */
export function timeOf(message: Message): number {
  const timestamp: unknown = message.timestamp;
  return (typeof timestamp === 'string' ? parseIsoTime(timestamp) : undefined) ?? Number.NaN;
}
