/** One element of a stored chat. Whatever JSON it is, it is read or refused with a reason. */
import { filledTextOf, isFields, numberOf } from '../../ledger/json/fields.ts';
import { parseIsoTime } from '../iso-time.ts';
import { argumentsText, rawText } from '../from-messages/read-message.ts';
import type { ToolCall } from './chat-message.ts';
import { getMessageText } from './get-message-text.ts';

export interface ReadToolCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
  readonly status: ToolCall['status'];
  readonly result: unknown;
  readonly error: unknown;
  readonly commentary: string;
}

export interface ReadTurn {
  readonly kind: 'assistant';
  readonly id: string | undefined;
  readonly at: number | undefined;
  /** Without the commentary that older messages hold in front of it. */
  readonly content: string;
  readonly calls: readonly ReadToolCall[];
  readonly isActive: boolean;
  /** What had to be left out or made up. */
  readonly flaw: string | undefined;
}

export type ReadChatMessage =
  | ReadTurn
  | {
      readonly kind: 'posted';
      readonly role: 'user' | 'system';
      readonly id: string | undefined;
      readonly at: number | undefined;
      readonly content: string;
    }
  | { readonly kind: 'malformed'; readonly reason: string; readonly raw: string };

export function readChatMessage(value: unknown): ReadChatMessage {
  if (!isFields(value)) return { kind: 'malformed', reason: 'not_an_object', raw: rawText(value) };
  const { role } = value;
  const content = value['content'] ?? '';
  if (typeof content !== 'string') return { kind: 'malformed', reason: 'content_is_no_text', raw: rawText(value) };
  const base = { id: filledTextOf(value['id']), at: timeOf(value['createdAt']) };
  if (role === 'user' || role === 'system') return { kind: 'posted', role, content, ...base };
  if (role !== 'assistant') return { kind: 'malformed', reason: 'unknown_role', raw: rawText(value) };
  const given = value['toolCalls'] ?? [];
  const calls = Array.isArray(given) ? given.map(readToolCall) : [];
  const flaws = [
    ...(Array.isArray(given) ? [] : ['tool_calls_are_no_list']),
    ...calls.flatMap(({ flaw }) => flaw ?? []),
  ];
  const activity = value['toolActivity'];
  return {
    kind: 'assistant',
    ...base,
    content: getMessageText({ content, toolCalls: calls.map(({ shown }) => shown) }),
    calls: calls.map(({ call }) => call),
    isActive: isFields(activity) && activity['isActive'] === true,
    flaw: flaws[0],
  };
}

/** A `Date` is known by what it can do: this package has no clock. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parseIsoTime(value);
  if (typeof value !== 'object' || value === null || !('getTime' in value)) return numberOf(value);
  return typeof value.getTime === 'function' ? numberOf(Reflect.apply(value.getTime, value, [])) : undefined;
}

interface ReadCallResult {
  readonly call: ReadToolCall;
  readonly shown: ToolCall;
  readonly flaw: string | undefined;
}

function readToolCall(value: unknown): ReadCallResult {
  const fields = isFields(value) ? value : {};
  const status = statusOf(fields['status'], fields['result'], fields['error']);
  const name = filledTextOf(fields['name']);
  const commentary = typeof fields['commentary'] === 'string' ? fields['commentary'] : '';
  const call = {
    id: filledTextOf(fields['id']),
    name: name ?? 'unknown',
    arguments: argumentsText(fields['args']),
    status: status.status,
    result: fields['result'],
    error: fields['error'],
    commentary,
  };
  const shown = { id: call.id ?? '', name: call.name, args: {}, status: call.status, commentary };
  return { call, shown, flaw: name === undefined ? 'tool_call_without_name' : status.flaw };
}

type Status = Pick<ToolCall, 'status'> & { readonly flaw: string | undefined };

/** A call that does not say its status is judged by what it holds, and that is told. */
function statusOf(word: unknown, result: unknown, error: unknown): Status {
  if (word === 'pending' || word === 'running' || word === 'completed' || word === 'error')
    return { status: word, flaw: undefined };
  const flaw = 'tool_call_without_status';
  if (error !== undefined && error !== null) return { status: 'error', flaw };
  return { status: result === undefined ? 'pending' : 'completed', flaw };
}
