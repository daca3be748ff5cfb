/** The closed sets of words that readers of other programs look up. The compiler asks for every word of them. */
import type { Decision, Outcome, RequestKind } from './ledger-event.ts';

type Words<Word extends string> = { readonly [word in Word]: true };

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

/** `wordIn(OUTCOMES, 'denied') === 'denied'`; undefined where it is none of them. */
export function wordIn<Word extends string>(words: Words<Word>, value: unknown): Word | undefined {
  return isWordIn(words, value) ? value : undefined;
}

function isWordIn<Word extends string>(words: Words<Word>, value: unknown): value is Word {
  return typeof value === 'string' && Object.hasOwn(words, value);
}
