import { isToolResultMessage } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { isEnd } from './is-end.ts';
import { payloadOf } from './payload-of.ts';

/**
 * The events from the first question on that they tell and that is stored below something of the agent's. What came before it is the rest of a turn that
 * is stored: whoever joins in the middle hears it without its beginning, and nobody could say where it belongs.
 */
export function sinceStoredQuestion(events: readonly unknown[], messages: readonly Message[]): readonly unknown[] {
  const places = new Map(messages.map(({ id }, place) => [id, place]));
  const first = events.findIndex((event) => {
    const { role, id } = payloadOf(event);
    const place = role === 'user' && typeof id === 'string' ? places.get(id) : undefined;
    return place !== undefined && isStoredBefore(messages, place);
  });
  return first < 1 ? events : events.slice(first);
}

function isStoredBefore(messages: readonly Message[], place: number): boolean {
  const before = messages.slice(0, place).findLast((message) => message.role !== 'status' || isEnd(message));
  return before !== undefined && (isEnd(before) || isToolResultMessage(before));
}
