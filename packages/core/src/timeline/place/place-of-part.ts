/** Where the parts of a step are drawn. */
import { Vector } from '../../structure/vector.ts';
import type { Place, TimelineState } from '../item.ts';

export function placeOfPart(timeline: TimelineState, step: string, part: number): Place | undefined {
  return timeline.places.get(step)?.at(part);
}

export function setPlace(timeline: TimelineState, step: string, part: number, place: Place): TimelineState {
  let parts = timeline.places.get(step) ?? Vector.empty<Place | undefined>();
  while (parts.length < part) parts = parts.append(undefined);
  parts = part < parts.length ? parts.set(part, place) : parts.append(place);
  return { ...timeline, places: timeline.places.set(step, parts) };
}
