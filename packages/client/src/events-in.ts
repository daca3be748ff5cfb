import type { LedgerEvent } from '@toolthread/core';
import { fieldOf } from './request.ts';
import { failure, type Result } from './result.ts';

/** The events that an answer holds. */
export function eventsIn(answer: Result<unknown>): Result<readonly LedgerEvent[]> {
  if (!answer.ok) return answer;
  const events = fieldOf(answer.value, 'events');
  return Array.isArray(events)
    ? { ok: true, value: events }
    : failure('bad_answer', 'The answer has no events. Is this the right server?', 200);
}
