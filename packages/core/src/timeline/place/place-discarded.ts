import type { Step, StepEnd } from '../../ledger/thread-state.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { changeItem } from './change-item.ts';
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
  const entry: Entry = { kind: 'discarded', key: keyOf(step), text, error: end.error, retry: end.retry };
  return addEntry({ ...drawing, timeline }, step, entry).timeline;
}

/** The entry of the attempt that failed, which is the last one of its group, says what follows. */
export function placeRetry(timeline: TimelineState, step: Step): TimelineState {
  const lane = timeline.lanes.get(scopeKey(step.scope));
  if (lane?.group === undefined) return timeline;
  return changeItem(timeline, { path: lane.path, item: lane.group }, (item) => {
    const last = item.kind === 'group' ? item.entries.last() : undefined;
    if (item.kind !== 'group' || last?.kind !== 'discarded' || last.key !== keyOf(step)) return item;
    const entries = item.entries.set(item.entries.length - 1, { ...last, retry: step.end?.retry });
    return { ...item, entries };
  });
}

function keyOf({ key }: Step): string {
  return `discarded|${key}`;
}

function removeWords(timeline: TimelineState, step: Step, index: number): TimelineState {
  const place = placeOfPart(timeline, step.key, index);
  if (place === undefined) return timeline;
  if (place.where === 'entry') return changeEntry(timeline, place, ({ key }) => ({ kind: 'gone', key }));
  return takeBack(timeline, step, place);
}
