/**
 * Is a text commentary or the answer? It follows from the step's events alone, never from time or from how deltas were cut:
 *
 * 1. the provider's phase, where it gives one;
 * 2. a call follows in the step: commentary; and so is text after a call that needs our result;
 * 3. the step closed: answer;
 * 4. the step is open: live, in the group's line, until its words reach the bar of their step: answer, for now.
 */
import type { Phase } from '../../ledger/ledger-event.ts';
import type { Step } from '../../ledger/thread-state.ts';
import { HIGHEST_BAR, reachesBar } from './answer-bar.ts';
import type { AnswerBar } from './answer-bar.ts';

export type TextPlacement = 'commentary' | 'answer' | 'live';

/** `textPlacement(step, 0, bar) === 'commentary'`. Without a bar, words are no answer before they are known to be one. */
export function textPlacement(step: Step, index: number, bar: AnswerBar | undefined): TextPlacement {
  const part = step.parts.at(index);
  if (part?.kind === 'refusal') return 'answer';
  const phase = phaseAt(step, index);
  if (phase !== undefined) return phase;
  if (index < step.tail || step.owesResult) return 'commentary';
  if (step.end !== undefined || (bar !== undefined && reachesBar(tailText(step), bar))) return 'answer';
  return answerHasBegun(step) ? 'answer' : 'live';
}

/** Words beside a refusal, or beside words that the provider called the answer, are part of it: those before it stand before it. */
function answerHasBegun(step: Step): boolean {
  for (let at = step.tail; at < step.parts.length; at += 1) {
    const part = step.parts.at(at);
    if (part?.kind === 'refusal' || (part?.kind === 'text' && part.phase === 'answer')) return true;
  }
  return false;
}

/** A text's own phase; a file or a source goes with the words before it. */
export function phaseAt(step: Step, index: number): Phase | undefined {
  for (let at = index; at >= step.tail || at === index; at -= 1) {
    const part = step.parts.at(at);
    if (part?.kind === 'text') return part.phase;
    if (part?.kind !== 'file' && part?.kind !== 'source') return undefined;
  }
  return undefined;
}

/** The text since the step's last call, as far as a bar needs it. */
export function tailText(step: Step): string {
  let text = '';
  for (let index = step.tail; index < step.parts.length; index += 1) {
    const part = step.parts.at(index);
    if (part?.kind === 'text' && part.phase === undefined) text += part.text;
    if (text.length > 2 * HIGHEST_BAR) return text;
  }
  return text;
}
