import type { Step, StepEnd } from '../../ledger/thread-state.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { Vector } from '../../structure/vector.ts';
import { changeItem, itemAt } from './change-item.ts';
import type { Drawing } from './drawing.ts';
import { changeEntry } from './open-group.ts';
import type { Entry, Place, TimelineState } from '../item.ts';
import { forgetBar } from './past-texts.ts';
import { addEntry, isAnswerBehind, takeBack } from './place-words.ts';
import { placeOfPart, setPlace } from './place-of-part.ts';
import { emptyTally } from './tally.ts';

/** A failed attempt shows as one entry: what it had said, and why it does not count. With something later below its words, it stays where they were. */
export function placeDiscarded(drawing: Drawing, step: Step, end: StepEnd): TimelineState {
  const behind = wordsBehind(drawing.timeline, step);
  let timeline = forgetBar(drawing.timeline, step);
  let text = '';
  for (let index = 0; index < step.parts.length; index += 1) {
    const part = step.parts.at(index);
    if (part?.kind === 'text') text += part.text;
    if (part?.kind === 'text' || part?.kind === 'reasoning') timeline = removeWords(timeline, step, index);
  }
  const entry: Entry = { kind: 'discarded', key: keyOf(step), text, error: end.error, retry: end.retry };
  if (behind === undefined) return addEntry({ ...drawing, timeline }, step, entry).timeline;
  const { index, place } = behind;
  if (place.where === 'entry') return changeEntry(timeline, place, () => entry);
  const { path, item } = place;
  const entries = Vector.empty<Entry>().append(entry);
  const group = changeItem(timeline, place, ({ key, at }) => ({
    kind: 'group',
    key,
    at,
    scope: step.scope,
    entries,
    live: '',
    tally: emptyTally,
    active: false,
    endedAt: drawing.state.at,
  }));
  return setPlace(group, step.key, index, { where: 'entry', path, item, entry: 0 });
}

/** The first words of a step, where something else is below them by now. */
function wordsBehind(
  timeline: TimelineState,
  step: Step,
): { readonly index: number; readonly place: Place } | undefined {
  const lane = timeline.lanes.get(scopeKey(step.scope));
  for (let index = 0; index < step.parts.length; index += 1) {
    const place = placeOfPart(timeline, step.key, index);
    if (step.parts.at(index)?.kind !== 'text' || place === undefined) continue;
    const isBehind =
      place.where === 'answer' ? isAnswerBehind(timeline, step) : lane?.group !== place.item || lane.orphans > 0;
    return isBehind ? { index, place } : undefined;
  }
  return undefined;
}

/** The entry of the attempt that failed says what follows: it is the last one of its group, or is where the words were. */
export function placeRetry(timeline: TimelineState, step: Step): TimelineState {
  const lane = timeline.lanes.get(scopeKey(step.scope));
  const group = lane?.group === undefined ? undefined : itemAt(timeline, { path: lane.path, item: lane.group });
  const last = group?.kind === 'group' ? group.entries.length - 1 : undefined;
  const places: Place[] = [];
  if (lane?.group !== undefined && last !== undefined)
    places.push({ where: 'entry', path: lane.path, item: lane.group, entry: last });
  for (let index = 0; index < step.parts.length; index += 1) {
    const place = placeOfPart(timeline, step.key, index);
    if (place !== undefined) places.push(place);
  }
  return places.reduce(
    (changed, place) =>
      place.where !== 'entry'
        ? changed
        : changeEntry(changed, place, (entry) =>
            entry.kind === 'discarded' && entry.key === keyOf(step) ? { ...entry, retry: step.end?.retry } : entry,
          ),
    timeline,
  );
}

function keyOf({ key }: Step): string {
  return `discarded|${key}`;
}

function removeWords(timeline: TimelineState, step: Step, index: number): TimelineState {
  const place = placeOfPart(timeline, step.key, index);
  return place === undefined ? timeline : takeBack(timeline, step, place);
}
