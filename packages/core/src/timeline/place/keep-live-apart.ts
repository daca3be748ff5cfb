import { scopeKey } from '../../ledger/fold/scope-key.ts';
import type { Spot, TimelineState } from '../item.ts';
import { itemAt } from './change-item.ts';
import type { Drawing } from './drawing.ts';
import { closeGroup, openGroup, setLive } from './open-group.ts';
import { placeOfPart, setPlace } from './place-of-part.ts';

/** [L1] Something else is about to be drawn below the scope's words of which nobody knows what they are: they stay where they began, above it, as a group of their own. */
export function keepLiveApart({ timeline, state }: Drawing, scope: string | undefined): TimelineState {
  const lane = timeline.lanes.get(scopeKey(scope));
  const spot = lane?.group === undefined ? undefined : { path: lane.path, item: lane.group };
  const group = spot === undefined ? undefined : itemAt(timeline, spot);
  if (lane === undefined || spot === undefined) return timeline;
  if (group?.kind !== 'group' || group.live === '' || group.entries.length === 0) return timeline;
  const closed = closeGroup(setLive(timeline, spot, ''), lane, state.at);
  const opened = openGroup(closed, { ...lane, group: undefined }, scope, state);
  const apart: Spot = { path: lane.path, item: opened.item };
  let kept = setLive(opened.timeline, apart, group.live);
  kept = { ...kept, lanes: kept.lanes.set(scopeKey(scope), opened.lane) };
  for (const [key] of state.openSteps.entries()) {
    const step = state.steps.get(key);
    for (let index = step?.tail ?? 0; index < (step?.parts.length ?? 0); index += 1) {
      const place = placeOfPart(kept, key, index);
      const isThere = place?.where === 'live' && place.item === spot.item && place.path === spot.path;
      if (isThere) kept = setPlace(kept, key, index, { where: 'live', ...apart });
    }
  }
  return kept;
}
