import { reconcile, toMessages } from '@toolthread/core/contract';
import type { Message, MessageMetadata } from '@toolthread/core/contract';
import { isFields } from '@toolthread/core/json';
import { isOneTurn } from './is-one-turn.ts';
import { LiveEvents } from './live-events.ts';
import { storedWhole } from './stored-whole.ts';
import { TurnRecords } from './turn-records.ts';
import type { Stretch } from './turns-by-time.ts';

/** What is told of a turn that another one has followed; `place`: which turn it is. */
export function pastRecords({ messages, events }: Stretch, place: number): readonly unknown[] {
  if (events.length === 0) return messages;
  if (isOneTurn(messages)) return turnOfPast({ messages, events }, place);
  const live = new LiveEvents('past');
  live.tell(events);
  live.cut();
  const { state } = live.thread;
  const whole = storedWhole(messages, { events, state, isOver: true }) ?? reconcile(toMessages(state), messages);
  const stored = new Set(messages);
  const known = new Set(messages.flatMap((message) => [message.id, ...callIds(message)]));
  // Of messages that are made of events, each turn's have the same ids, and so have calls that were told without one.
  const own = (id: string): string => (known.has(id) ? id : `${place} ${id}`);
  return whole.map((message) => (stored.has(message) ? message : renamed(message, own)));
}

function callIds({ metadata }: Message): unknown[] {
  const calls: unknown = metadata?.tool_calls;
  return [metadata?.tool_call_id, ...(Array.isArray(calls) ? calls.map((call) => call?.id) : [])];
}

function renamed(message: Message, own: (id: string) => string): Message {
  const { tool_call_id: answered, tool_calls: calls, ...rest } = message.metadata ?? {};
  const metadata: MessageMetadata = {
    ...rest,
    ...(answered === undefined ? {} : { tool_call_id: own(answered) }),
    ...(calls === undefined
      ? {}
      : { tool_calls: calls.map((call) => (call.id === undefined ? call : { ...call, id: own(call.id) })) }),
  };
  return { ...message, id: own(message.id), metadata };
}

function turnOfPast(stretch: Stretch, place: number): readonly unknown[] {
  const records = new TurnRecords(stretch, place).records();
  const runs = new Set(
    records.flatMap((record) => (isFields(record) && 'type' in record ? [record['execution_id']] : [])),
  );
  return [...records, ...[...runs].flatMap((execution_id) => CUT.map((told) => ({ ...told, execution_id })))];
}

/** Another turn has followed: nobody is at work in it. */
const CUT = [
  { type: 'agent.step.completed', payload: { finish_reason: 'aborted' } },
  { type: 'agent.status', payload: { status: 'completed' } },
];
