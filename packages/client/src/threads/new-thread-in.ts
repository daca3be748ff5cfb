import type { ThreadSummary } from '@toolthread/core/summary';
import { failure, type Result } from '../result.ts';
import { readSummary } from './read-summary.ts';

/** A thread that a server has made, as its answer tells it. */
export function newThreadIn(answer: Result<unknown>): Result<ThreadSummary> {
  if (!answer.ok) return answer;
  const summary = readSummary(answer.value);
  return summary === undefined
    ? failure('bad_answer', 'The new thread has no name.', 200)
    : { ok: true, value: summary };
}
