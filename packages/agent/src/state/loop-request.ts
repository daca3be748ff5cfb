/** The question that is asked when a run repeats itself. Its id is made from the step, so it is asked once for each. */
import type { Request, Step, ThreadState } from '@toolthread/core';
import { callId } from './call-id.ts';

export const GO_ON = 'Go on';
/** Not `Stop`: a page has a button of that name beside the question, which stops everybody. */
export const END = 'End the run';
/** What ends it in ledgers: it had another name before. */
const ENDS: readonly string[] = [END, 'Stop'];

export function loopRequestName({ scope, step }: Step): string {
  return `loop-${callId(scope, step, 0)}`;
}

export function loopRequest(state: ThreadState, step: Step): Request | undefined {
  return state.requests.get(loopRequestName(step));
}

/** The person chose to end it. Whoever wrote a message instead wants that done. */
export function wantsEnd({ settled }: Request): boolean {
  if (settled === undefined || settled.decision === 'withdrawn') return false;
  if (settled.decision !== 'answered') return settled.decision === 'deny' || settled.decision === 'expired';
  return settled.answers.some(({ values }) => values.some((value) => ENDS.includes(value)));
}

/** What the person said to it in words. */
export function wordsOf({ settled }: Request): string {
  return (settled?.answers ?? [])
    .map(({ text = '' }) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}
