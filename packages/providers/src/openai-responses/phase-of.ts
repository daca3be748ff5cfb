import type { Phase } from '@toolthread/core';

/** `phaseOf('final_answer') === 'answer'` */
export function phaseOf(value: unknown): Phase | undefined {
  if (value === 'commentary') return 'commentary';
  return value === 'final_answer' ? 'answer' : undefined;
}

/** `wirePhase('answer') === 'final_answer'` */
export function wirePhase(phase: Phase): 'commentary' | 'final_answer' {
  return phase === 'answer' ? 'final_answer' : 'commentary';
}
