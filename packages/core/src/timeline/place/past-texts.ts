/** What the timeline remembers of a scope's texts and results, so that the bar for the next text is the right one. */
import type { Call } from '../../ledger/call.ts';
import { callResult } from '../../ledger/call.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import type { Step } from '../../ledger/thread-state.ts';
import { PersistentMap } from '../../structure/persistent-map.ts';
import { answerBar, isLongerThan } from './answer-bar.ts';
import type { AnswerBar } from './answer-bar.ts';
import type { TimelineState } from '../item.ts';
import { textPlacement } from './text-placement.ts';

const LONG_TEXT = 320;
const LONG_RESULT = 1_000;

export interface PastTexts {
  /** By scope: a bit for each of the last eight long texts, set where it ended as commentary. */
  readonly ends: PersistentMap<number>;
  /** By scope: is the last result since the last message a long one? */
  readonly longResults: PersistentMap<boolean>;
  /** By the key of an open step: the bar of its text, set when the text begins, so that it does not move while words come. */
  readonly bars: PersistentMap<{ readonly tail: number; readonly bar: AnswerBar }>;
}

export const NO_PAST: PastTexts = {
  ends: PersistentMap.empty(),
  longResults: PersistentMap.empty(),
  bars: PersistentMap.empty(),
};

/** The bar of the words since the step's last call; none before they have begun. */
export function barOf({ past }: TimelineState, step: Step): AnswerBar | undefined {
  const set = past.bars.get(step.key);
  return set?.tail === step.tail ? set.bar : undefined;
}

/** Words came: the first of a text set its bar. */
export function beginText(timeline: TimelineState, step: Step): TimelineState {
  const { past } = timeline;
  if (past.bars.get(step.key)?.tail === step.tail) return timeline;
  const scope = scopeKey(step.scope);
  const lateCommentary = bitsOf(past.ends.get(scope) ?? 0);
  const bar = answerBar({ lateCommentary, afterLongResult: past.longResults.get(scope) ?? false });
  return withPast(timeline, { bars: past.bars.set(step.key, { tail: step.tail, bar }) });
}

/** Parts `from` to `to` of the step are one text, and what it is is settled now. */
export function settleText(timeline: TimelineState, step: Step, from: number, to: number): TimelineState {
  let text = '';
  let last: number | undefined;
  for (let index = from; index <= to; index += 1) {
    const part = step.parts.at(index);
    if (part?.kind !== 'text') continue;
    text += part.text;
    last = index;
  }
  if (last === undefined || !isLongerThan(text, LONG_TEXT)) return timeline;
  const { past } = timeline;
  const scope = scopeKey(step.scope);
  const end = textPlacement(step, last, undefined) === 'commentary' ? 1 : 0;
  return withPast(timeline, { ends: past.ends.set(scope, ((past.ends.get(scope) ?? 0) * 2 + end) % 256) });
}

/** The step is over. */
export function forgetBar(timeline: TimelineState, step: Step): TimelineState {
  const { past } = timeline;
  return past.bars.get(step.key) === undefined ? timeline : withPast(timeline, { bars: past.bars.delete(step.key) });
}

/** A call changed: if it has its result now, that is the scope's last one. */
export function noteResult(timeline: TimelineState, before: Call, call: Call): TimelineState {
  const result = callResult(call);
  if (result === undefined || callResult(before) === result) return timeline;
  const length = result.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
  const { past } = timeline;
  const scope = scopeKey(call.scope);
  const isLong = length > LONG_RESULT;
  if ((past.longResults.get(scope) ?? false) === isLong) return timeline;
  return withPast(timeline, { longResults: past.longResults.set(scope, isLong) });
}

/** Somebody spoke: what was looked up before is not what is talked about now. */
export function forgetResults(timeline: TimelineState): TimelineState {
  return withPast(timeline, { longResults: PersistentMap.empty() });
}

function withPast(timeline: TimelineState, changed: Partial<PastTexts>): TimelineState {
  return { ...timeline, past: { ...timeline.past, ...changed } };
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
