import type { Ending } from '../decode/decoder.ts';

/** What nobody reads to its end: a bound of ours was met. The next answer to the same request would be as long, and cost as much. */
export class AnswerRefused extends Error {}

/** `refusalIn(thrown)`: the end that it is, also where a client has wrapped it; undefined if it is something else. */
export function refusalIn(thrown: unknown): Ending | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < MOST_WRAPPED; error = error.cause, depth += 1) {
    if (!(error instanceof AnswerRefused)) continue;
    const { message } = error;
    return { reason: 'error', error: { message, code: 'answer_too_long', retryable: false } };
  }
  return undefined;
}

const MOST_WRAPPED = 5;
