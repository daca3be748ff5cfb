import type { Step, StepEnd } from '../../ledger/thread-state.ts';
import type { Drawing } from './drawing.ts';
import { changeEntry } from './open-group.ts';
import type { Entry, TimelineState } from '../item.ts';
import { forgetBar } from './past-texts.ts';
import { addEntry, takeBack } from './place-words.ts';
import { placeOfPart } from './place-of-part.ts';

/** A failed attempt shows as one entry: what it had said, and why it does not count. */
export function placeDiscarded(drawing: Drawing, step: Step, end: StepEnd): TimelineState {
  let timeline = forgetBar(drawing.timeline, step);
  let text = '';
  for (let index = 0; index < step.parts.length; index += 1) {
    const part = step.parts.at(index);
    if (part?.kind === 'text') text += part.text;
    if (part?.kind === 'text' || part?.kind === 'reasoning') timeline = removeWords(timeline, step, index);
  }
  const key = `discarded|${step.key}`;
  const entry: Entry = { kind: 'discarded', key, text, error: end.error };
  return addEntry({ ...drawing, timeline }, step, entry).timeline;
}

function removeWords(timeline: TimelineState, step: Step, index: number): TimelineState {
  const place = placeOfPart(timeline, step.key, index);
  if (place === undefined) return timeline;
  if (place.where === 'entry') return changeEntry(timeline, place, ({ key }) => ({ kind: 'gone', key }));
  return takeBack(timeline, step, place);
}
