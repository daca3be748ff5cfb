/** The closed sets of words that checks and readers of other programs look up. The compiler asks for every word of them. */
import type { Decision, Outcome, RequestKind, RunStatus } from './ledger-event.ts';

type Words<Word extends string> = { readonly [word in Word]: true };

/** Every status that a run can have. */
export const RUN_STATUSES: { readonly [status in RunStatus]: true } = {
  queued: true,
  running: true,
  awaiting_user: true,
  completed: true,
  failed: true,
  cancelled: true,
};

export const OUTCOMES: Words<Outcome> = {
  done: true,
  failed: true,
  denied: true,
  interrupted: true,
  skipped: true,
  lost: true,
};

export const REQUEST_KINDS: Words<RequestKind> = { approval: true, question: true, plan: true, elicitation: true };

export const DECISIONS: Words<Decision> = {
  once: true,
  thread: true,
  always: true,
  deny: true,
  edit: true,
  answered: true,
  expired: true,
  withdrawn: true,
};

/**
 * The value as one of the words; undefined if it is none of them.
 *
 * @example
 * import { RUN_STATUSES } from '@toolthread/core';
 * wordIn(RUN_STATUSES, 'running'); //=> 'running'
 * wordIn(RUN_STATUSES, 'asleep'); //=> undefined
 */
export function wordIn<Word extends string>(
  words: { readonly [word in Word]: true },
  value: unknown,
): Word | undefined {
  return isWordIn(words, value) ? value : undefined;
}

function isWordIn<Word extends string>(words: Words<Word>, value: unknown): value is Word {
  return typeof value === 'string' && Object.hasOwn(words, value);
}
