import type { Decision, Request } from '@toolthread/core';
import { answersText } from '../tools/answers-renderer.ts';

const words: { readonly [decision in Decision]: string } = {
  once: 'allowed',
  thread: 'allowed for this thread',
  always: 'always allowed',
  deny: 'denied',
  edit: 'allowed, edited',
  answered: 'no answer',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/** How a request ended: the answer itself, or what was decided. */
export function settledText({ settled }: Request): string {
  if (settled === undefined) return '';
  return answersText(settled.answers) || words[settled.decision];
}
