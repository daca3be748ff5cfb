/** Where the parts of a step are drawn. The timeline asks for it at every delta: a step that is open costs no search. */
import { Vector } from '../structure/vector.ts';
import type { Place, StepPlaces, TimelineState } from './item.ts';

const NONE: StepPlaces = { isOver: false, parts: Vector.empty() };

export function placeOfPart(timeline: TimelineState, step: string, part: number): Place | undefined {
  return timeline.places.get(step)?.parts.at(part);
}

export function setPlace(timeline: TimelineState, step: string, part: number, place: Place): TimelineState {
  const { isOver, parts: known } = timeline.places.get(step) ?? NONE;
  let parts = known;
  while (parts.length < part) parts = parts.append(undefined);
  parts = part < parts.length ? parts.set(part, place) : parts.append(place);
  return { ...timeline, places: timeline.places.set(step, { isOver, parts }) };
}

/** The places of a step that is over hardly change any more: they are kept with those of all the others. */
export function settlePlaces(timeline: TimelineState, step: string): TimelineState {
  const known = timeline.places.get(step);
  if (known === undefined) return timeline;
  return { ...timeline, places: timeline.places.set(step, { isOver: true, parts: known.parts }) };
}
