import type { Decision, Request } from '@toolthread/core';
import { answersText } from '../tools/answers-renderer.ts';

export const decisionWords: { readonly [decision in Decision]: string } = {
  once: 'allowed',
  thread: 'allowed for this thread',
  always: 'always allowed',
  deny: 'denied',
  edit: 'allowed, edited',
  answered: 'answered',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/** How a request ended: the answer itself, or what was decided. */
export function settledText({ settled }: Request): string {
  if (settled === undefined) return '';
  const given = answersText(settled.answers);
  if (settled.decision === 'answered') return given || 'no answer';
  return given || decisionWords[settled.decision];
}
