/**
 * Is a text commentary or the answer? It follows from the step's events alone, never from time or from how deltas were cut:
 *
 * 1. the provider's phase, where it gives one;
 * 2. a call follows in the step: commentary; and so is text after a call that needs our result;
 * 3. the step closed: answer;
 * 4. the step is open: live, in the group's line, until its third block begins or it passes the threshold: answer, for now.
 */
import type { Phase } from '../ledger/event.ts';
import type { Step } from '../ledger/state.ts';

/** In code points. Measured on real transcripts: see docs/commentary.md. */
export const ANSWER_THRESHOLD = 320;
const ANSWER_BLOCK = 3;

export type TextPlacement = 'commentary' | 'answer' | 'live';

/** `textPlacement(step, 0) === 'commentary'` */
export function textPlacement(step: Step, index: number): TextPlacement {
  const part = step.parts.at(index);
  if (part?.kind === 'refusal') return 'answer';
  const phase = phaseAt(step, index);
  if (phase !== undefined) return phase;
  if (index < step.tail || step.owesResult) return 'commentary';
  if (step.end !== undefined || answerHasBegun(step, index)) return 'answer';
  return outgrowsLiveLine(tailText(step)) ? 'answer' : 'live';
}

/** Words after a refusal, or after words that the provider called the answer, go on with it. */
function answerHasBegun(step: Step, index: number): boolean {
  for (let at = step.tail; at < index; at += 1) {
    const part = step.parts.at(at);
    if (part?.kind === 'refusal' || (part?.kind === 'text' && part.phase === 'answer')) return true;
  }
  return false;
}

/** A text's own phase; a file or a source goes with the words before it. */
function phaseAt(step: Step, index: number): Phase | undefined {
  for (let at = index; at >= step.tail || at === index; at -= 1) {
    const part = step.parts.at(at);
    if (part?.kind === 'text') return part.phase;
    if (part?.kind !== 'file' && part?.kind !== 'source') return undefined;
  }
  return undefined;
}

/** The text since the step's last call, as far as the threshold needs it. */
export function tailText(step: Step): string {
  let text = '';
  for (let index = step.tail; index < step.parts.length; index += 1) {
    const part = step.parts.at(index);
    if (part?.kind === 'text' && part.phase === undefined) text += part.text;
    if (text.length > 4 * ANSWER_THRESHOLD) return text;
  }
  return text;
}

/** True for a text, then for every text that begins with it: promotion is never undone by more words. */
export function outgrowsLiveLine(text: string): boolean {
  return longerThan(text, ANSWER_THRESHOLD) || blockBegins(text, ANSWER_BLOCK);
}

function longerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points > limit;
}

/** Blocks are separated by blank lines; a fenced block is one, however many blank lines it holds. */
function blockBegins(text: string, wanted: number): boolean {
  if (!text.includes('\n')) return false;
  let blocks = 0;
  let inBlock = false;
  let fence = '';
  for (const line of text.split('\n')) {
    const bare = line.trim();
    const mark = bare.startsWith('```') ? '```' : bare.startsWith('~~~') ? '~~~' : '';
    if (fence !== '') {
      if (mark === fence) fence = '';
      continue;
    }
    if (bare === '') {
      inBlock = false;
      continue;
    }
    if (!inBlock) blocks += 1;
    if (blocks >= wanted) return true;
    inBlock = true;
    fence = mark;
  }
  return false;
}
