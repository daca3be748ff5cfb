import type { Phase } from '@toolthread/core';

/** The word that is read again by `phaseOf`: `wirePhase('answer') === 'final_answer'` */
export function wirePhase(phase: Phase): 'commentary' | 'final_answer' {
  return phase === 'answer' ? 'final_answer' : 'commentary';
}
